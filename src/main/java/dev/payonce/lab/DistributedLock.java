package dev.payonce.lab;

import java.sql.SQLException;
import java.util.Optional;

/** One at a time, by a lock in Redis; who has it looks at the order and charges. Others wait for it. */
final class DistributedLock implements Pattern {

    @Override
    public Answer pay(Caller caller) throws SQLException {
        return caller.waitFor(() -> RedisLock.tryLock(caller) ? Optional.of(payLocked(caller)) : Optional.empty());
    }

    private static Answer payLocked(Caller caller) throws SQLException {
        caller.note(Step.GOT_LOCK);
        try {
            if (caller.orderStatus() == LabStatus.PAID) {
                return Answer.REPLAYED;
            }
            caller.charge();
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
