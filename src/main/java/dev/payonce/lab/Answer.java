package dev.payonce.lab;

/** What a caller of a pattern is told. */
enum Answer {
    /** This request has charged, and the order is paid. */
    PAID,
    /** Another request has paid: here is its result. */
    REPLAYED,
    /** It will be done; ask later how it went. */
    ACCEPTED,
    /** Another request is at work: come again. */
    IN_PROGRESS,
    /** No: this is a duplicate, or comes too late. Whether the order is paid is not said. */
    REFUSED,
    /** Something broke, and the caller is not told what became of its money. */
    FAILED,
    /** No answer: the process that had the request is gone. */
    LOST
}
