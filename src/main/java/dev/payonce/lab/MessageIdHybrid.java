package dev.payonce.lab;

import java.sql.SQLException;
import java.util.Optional;

/** The database decides as in {@link MessageIdDatabase}; Redis in front of it keeps the duplicates of the storm away. */
final class MessageIdHybrid implements Pattern {

    @Override
    public Answer pay(Caller caller) throws SQLException {
        return caller.waitFor(
                () -> RedisMessage.claim(caller) ? Optional.of(throughDatabase(caller)) : RedisMessage.result(caller));
    }

    /** Redis may let somebody pass for the second time; the row does not. */
    private static Answer throughDatabase(Caller caller) throws SQLException {
        Answer answer = MessageIdDatabase.claim(caller)
                ? MessageIdDatabase.first(caller)
                : caller.waitFor(() -> MessageIdDatabase.result(caller));
        if (answer != Answer.IN_PROGRESS) {
            RedisMessage.keepResult(caller);
        }
        return answer;
    }

    @Override
    public void expire(Caller slow) {
        RedisMessage.expire(slow);
    }
}
