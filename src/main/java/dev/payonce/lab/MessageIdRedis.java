package dev.payonce.lab;

import java.sql.SQLException;
import java.util.Optional;

/** The message's id is claimed in Redis, for a time, and its result is kept there: duplicates are told the same. */
final class MessageIdRedis implements Pattern {

    @Override
    public Answer pay(Caller caller) throws SQLException {
        return caller.waitFor(
                () -> RedisMessage.claim(caller) ? Optional.of(first(caller)) : RedisMessage.result(caller));
    }

    private static Answer first(Caller caller) throws SQLException {
        caller.charge();
        caller.notePaid();
        RedisMessage.keepResult(caller);
        return Answer.PAID;
    }

    @Override
    public void expire(Caller slow) {
        RedisMessage.expire(slow);
    }
}
