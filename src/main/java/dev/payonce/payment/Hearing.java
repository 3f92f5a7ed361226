package dev.payonce.payment;

/** What was done about something that the gateway told by itself. */
public enum Hearing {
    /** It stands as the gateway says, or stood so before. */
    HEARD,
    /** Nothing of ours has that reference: to be told again, for it may be known later. */
    UNKNOWN_REFERENCE,
    /** The money or the order is not ours: nothing was changed, and a look-up will tell. */
    MISMATCH
}
