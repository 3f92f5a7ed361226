package dev.payonce.lab;

/** What a caller has just done, in the order in which it is seen on its way. */
enum Step {
    STARTED,
    /** Read the order, and found that it may be paid. */
    FOUND_PAYABLE,
    GOT_LOCK,
    /** Its own mark is in the database: nobody else passes. */
    MARKED,
    CONSUMED_TOKEN,
    GOT_CLAIM,
    TOOK_FROM_BUFFER,
    AT_GATEWAY,
    /** Held up before the charge, by the lab. */
    HELD_UP,
    CHARGED,
    REFUSED_AS_STALE,
    DIED,
    NOTED_PAID,
    ANSWERED
}
