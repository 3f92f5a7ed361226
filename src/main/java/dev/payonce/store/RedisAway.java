package dev.payonce.store;

/** Redis did not answer in time, refused the command, or is being spared. The command may still run later. */
public class RedisAway extends RuntimeException {

    RedisAway(String operation, Throwable cause) {
        super("Redis did not carry out " + operation, cause);
    }
}
