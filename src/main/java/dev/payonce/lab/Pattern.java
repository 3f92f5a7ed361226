package dev.payonce.lab;

import java.sql.SQLException;

/** One way to pay an order once, however many callers ask for it at the same time. */
interface Pattern {

    /** What is in Redis before the storm; done again when Redis forgets the storm. */
    default void issue(Run run) {}

    /** Starts what works beside the callers. */
    default void begin(Run run) {}

    /** One request of one caller. All callers send the same. */
    Answer pay(Caller caller) throws SQLException;

    /** The leases of this caller run out: it is taken for dead. */
    default void expire(Caller slow) {}

    /** What the pattern does by itself after a crash, without a caller. */
    default void recover(Caller job) throws SQLException {}
}
