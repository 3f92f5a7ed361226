package dev.payonce.messaging;

/** Why a message cannot be handled, however often it is delivered. */
enum DeadReason {
    /** Longer than {@code payonce.messaging.max-bytes}. */
    TOO_LARGE,
    /** Not the JSON of an envelope. */
    MALFORMED,
    /** Without an id no repeat can be told from a new message. */
    NO_MESSAGE_ID,
    UNKNOWN_TYPE,
    /** The data is not what the type asks for. */
    INVALID_DATA,
    /** Another message with the same id has been handled. */
    MESSAGE_ID_REUSED,
    UNKNOWN_ORDER,
    UNKNOWN_SKU,
    /** Not what the order is made of, or not what is held already. */
    QUANTITY_DIFFERS,
    /** The order is cancelled, expired or refunded. */
    ILLEGAL_STATE,
    OUT_OF_STOCK,
    /** A fault that seemed to pass did not, for as long as it is waited for. */
    RETRIES_EXHAUSTED
}
