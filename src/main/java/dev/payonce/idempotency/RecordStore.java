package dev.payonce.idempotency;

/** Where the records of keys are kept: {@code payonce.idempotency.store}. */
public enum RecordStore {
    /** In MySQL alone: each duplicate asks it. */
    DATABASE,
    /** In Redis alone: what it loses may take effect again. */
    REDIS,
    /** In MySQL, and in front of it finished results and running requests in Redis: duplicates stay off MySQL. */
    HYBRID
}
