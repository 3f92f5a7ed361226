package dev.payonce.lab;

import io.vertx.mutiny.redis.client.Response;
import java.time.Duration;
import java.util.Optional;

/** What Redis keeps of a message: that somebody is at work with it, for a time, and then its result. */
final class RedisMessage {

    private static final String WORKING = "WORKING";
    private static final String LEASE = Long.toString(Duration.ofSeconds(30).toMillis());
    private static final String KEPT = Long.toString(Duration.ofHours(24).toMillis());

    private RedisMessage() {}

    static boolean claim(Caller caller) {
        boolean mine = caller.redis("SET", key(caller), WORKING, "NX", "PX", LEASE) != null;
        if (mine) {
            caller.note(Step.GOT_CLAIM);
        }
        return mine;
    }

    static void keepResult(Caller caller) {
        caller.redis("SET", key(caller), Answer.PAID.name(), "PX", KEPT);
    }

    /** Empty while somebody is at work with it. */
    static Optional<Answer> result(Caller caller) {
        Response found = caller.redis("GET", key(caller));
        return found == null || found.toString().equals(WORKING) ? Optional.empty() : Optional.of(Answer.REPLAYED);
    }

    static void expire(Caller slow) {
        slow.run().redis().run("DEL", key(slow));
    }

    private static String key(Caller caller) {
        return caller.run().key(LabKey.MESSAGE);
    }
}
