package dev.payonce.idempotency;

import dev.payonce.store.TwinWait;
import dev.payonce.value.SomeTime;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import io.smallrye.config.WithName;
import java.time.Duration;

/** Where keys are kept, and how requests with one key wait for each other. */
@ConfigMapping(prefix = "payonce.idempotency")
interface IdempotencyConfig {

    /**
     * In MySQL, with Redis in front for whom duplicates are many; in MySQL alone; or, at risk, in Redis alone. Keys in rows of
     * their own are in MySQL in any case.
     */
    @WithDefault("hybrid")
    RecordStore store();

    /** How long a duplicate waits for its twin before it is told to come again; MySQL alone waits as for any row. */
    @WithName("wait")
    @WithDefault("2S")
    Duration waitForTwin();

    /** How often a waiting duplicate looks: it holds neither a thread nor a connection in between. */
    @WithDefault("100MS")
    @SomeTime
    Duration lookEvery();

    /** How long Redis takes a request for running; longer than a transaction may take, and than a crash should be felt. */
    @WithDefault("10S")
    @SomeTime
    Duration lease();

    default TwinWait twins() {
        return new TwinWait(waitForTwin(), lookEvery());
    }
}
