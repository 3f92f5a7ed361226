package dev.payonce.lab;

import java.sql.SQLException;
import java.util.Optional;

/**
 * The same lock, and a number that grows with each holder: the gateway refuses one that is lower than the last it has seen,
 * so a holder that overslept the end of its lock comes too late.
 */
final class FencedLock implements Pattern {

    @Override
    public Answer pay(Caller caller) throws SQLException {
        return caller.waitFor(() -> RedisLock.tryLock(caller) ? Optional.of(payLocked(caller)) : Optional.empty());
    }

    private static Answer payLocked(Caller caller) throws SQLException {
        caller.note(Step.GOT_LOCK);
        try {
            long fence = caller.redis("INCR", caller.run().key(LabKey.FENCE)).toLong();
            if (caller.orderStatus() == LabStatus.PAID) {
                return Answer.REPLAYED;
            }
            if (!caller.charge(Charge.fenced(fence))) {
                return Answer.IN_PROGRESS;
            }
            caller.notePaid();
            return Answer.PAID;
        } finally {
            RedisLock.unlock(caller);
        }
    }

    @Override
    public void expire(Caller slow) {
        RedisLock.expire(slow);
    }
}
