package dev.payonce.lab;

import dev.payonce.store.RedisScript;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/** A token is handed out for the order; a script compares and deletes it in one step, and who got it deleted may pay. */
final class OneTimeToken implements Pattern {

    private static final RedisScript CONSUME = RedisScript.load("lab_consume");
    private static final Duration LIFE = Duration.ofMinutes(15);

    @Override
    public void issue(Run run) {
        run.redis().run("SET", run.key(LabKey.TOKEN), order(run), "PX", Long.toString(LIFE.toMillis()));
    }

    @Override
    public Answer pay(Caller caller) throws SQLException {
        List<String> token = List.of(caller.run().key(LabKey.TOKEN));
        if (caller.redis(CONSUME, token, order(caller.run())).toInteger() == 0) {
            return Answer.REFUSED;
        }
        caller.note(Step.CONSUMED_TOKEN);
        caller.charge();
        caller.notePaid();
        return Answer.PAID;
    }

    private static String order(Run run) {
        return Long.toString(run.id());
    }
}
