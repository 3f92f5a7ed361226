package dev.payonce.store;

/** MySQL could not do what was asked. Carries no SQL and no data, for its message may reach a log. */
public final class StoreFault extends RuntimeException {

    /** What went wrong. */
    public enum Kind {
        /** A deadlock, a stale version or a primary key taken meanwhile, time after time. */
        LOST_RACE,
        /** Somebody else held a row for longer than it is waited for. */
        ROW_BUSY,
        /** No connection, a lost connection or no answer in time. */
        UNREACHABLE
    }

    private final Kind kind;
    private final boolean mayHaveCommitted;

    StoreFault(Kind kind, boolean mayHaveCommitted, Throwable cause) {
        super(kind + (mayHaveCommitted ? ", outcome of the commit unknown" : ", nothing committed"), cause);
        this.kind = kind;
        this.mayHaveCommitted = mayHaveCommitted;
    }

    public Kind kind() {
        return kind;
    }

    /** Whether the answer to the commit was lost: the effect may be there. Otherwise it certainly is not. */
    public boolean mayHaveCommitted() {
        return mayHaveCommitted;
    }

    /** The same for any fault: one that is not the store's came before the commit. */
    public static boolean leavesCommitUnknown(Throwable fault) {
        return fault instanceof StoreFault store && store.mayHaveCommitted;
    }
}
