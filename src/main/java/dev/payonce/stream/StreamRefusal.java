package dev.payonce.stream;

/** Why a stream is not opened. */
enum StreamRefusal {
    NOT_FOUND,
    /** The order is at its end, and the client has all of it. */
    NOTHING_MORE,
    TOO_MANY_OF_CALLER,
    /** No id of an event. */
    BAD_POSITION,
    /** This instance has as many as it may, or is about to stop. */
    FULL
}
