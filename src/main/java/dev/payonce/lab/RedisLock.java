package dev.payonce.lab;

import dev.payonce.store.RedisScript;
import java.time.Duration;
import java.util.List;

/** A lock in Redis: SET NX with a life, and a script that deletes it only if it is still the caller's own. */
final class RedisLock {

    private static final RedisScript UNLOCK = RedisScript.load("lab_unlock");

    /** Longer than any charge should take. */
    private static final Duration LIFE = Duration.ofSeconds(30);

    private RedisLock() {}

    static boolean tryLock(Caller caller) {
        String life = Long.toString(LIFE.toMillis());
        return caller.redis("SET", key(caller), caller.name(), "NX", "PX", life) != null;
    }

    static void unlock(Caller caller) {
        caller.redis(UNLOCK, List.of(key(caller)), caller.name());
    }

    /** Its life is over, whoever has it. */
    static void expire(Caller slow) {
        slow.run().redis().run("DEL", key(slow));
    }

    private static String key(Caller caller) {
        return caller.run().key(LabKey.LOCK);
    }
}
