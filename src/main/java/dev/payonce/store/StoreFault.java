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
        UNREACHABLE,
        /** The row is in a state that only a newer version of the service knows: an instance of that one can go on. */
        NEWER_VERSION
    }

    private final Kind kind;
    private final boolean mayHaveCommitted;

    StoreFault(Kind kind, boolean mayHaveCommitted, Throwable cause) {
        super(kind + (mayHaveCommitted ? ", outcome of the commit unknown" : ", nothing committed"), cause);
        this.kind = kind;
        this.mayHaveCommitted = mayHaveCommitted;
    }

    /** @param what the id of what a newer version of the service has written */
    public static StoreFault ofNewerVersion(String what) {
        return new StoreFault(
                Kind.NEWER_VERSION,
                false,
                new IllegalStateException(what + " is in a state that this version does not know"));
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
