package dev.payonce.messaging;

/** Where a broker keeps dead letters, for those who look there. */
interface DeadLetterQueue {

    /** Ends when the broker has the copy. */
    void publish(DeadCopy copy) throws Exception;
}
