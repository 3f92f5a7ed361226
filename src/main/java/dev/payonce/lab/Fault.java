package dev.payonce.lab;

/** What goes wrong in a storm, at the moment that matters most. */
enum Fault {
    /** Nothing: all callers come at once. */
    NONE,
    /**
     * While the first charge is on its way, Redis is back where it was before the storm, as after a fail-over to a replica
     * that lags: what was written is gone, what was deleted is there again. Then more callers come.
     */
    REDIS_FORGETS,
    /**
     * The first caller stops for longer than its lock or lease lives, just before it charges: a garbage collection, a slow
     * network. Then more callers come, and then it goes on.
     */
    LOCK_EXPIRES_EARLY,
    /** The first caller's process dies when it has charged and not yet noted it. Then its leases run out and clients repeat. */
    CRASH
}
