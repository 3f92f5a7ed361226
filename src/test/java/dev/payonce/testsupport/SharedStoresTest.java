package dev.payonce.testsupport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.agroal.api.AgroalDataSource;
import io.quarkus.redis.datasource.RedisDataSource;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.mutiny.TimeoutException;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

@QuarkusTest
@WithStores
class SharedStoresTest {

    /** Far longer than the stores' time-outs, and far shorter than no time-out. */
    private static final Duration GIVEN_UP = Duration.ofSeconds(10);

    @Inject
    AgroalDataSource database;

    @Inject
    RedisDataSource redis;

    @Test
    void theApplicationUsesTheStoresOfThisRun() throws Exception {
        redis.value(String.class).set("a", "1");

        try (var connection = database.getConnection()) {
            assertTrue(connection.getMetaData().getURL().contains(":" + Stores.mysqlPort() + "/"));
        }
        assertEquals("1", redis.value(String.class).get("a"));
    }

    @Test
    void everyConnectionIsInUtcReadsWhatIsCommittedAndWaitsShortly() throws Exception {
        try (var connection = database.getConnection();
                var statement = connection.createStatement();
                var row = statement.executeQuery(
                        "SELECT @@session.time_zone, @@session.tx_isolation, @@session.innodb_lock_wait_timeout")) {
            row.next();

            assertEquals("+00:00", row.getString(1).replace("UTC", "+00:00"));
            assertEquals("READ-COMMITTED", row.getString(2));
            assertEquals(1, row.getInt(3));
        }
    }

    @Test
    void aPausedDatabaseIsGivenUp() throws Exception {
        try (var connection = database.getConnection()) {
            assertTrue(connection.isValid(0));
        }
        Stores.pause(Stores.mysqlPid());
        try {
            long start = System.nanoTime();

            assertThrows(SQLException.class, () -> {
                try (var connection = database.getConnection();
                        var statement = connection.createStatement()) {
                    statement.execute("SELECT 1");
                }
            });

            assertTrue(System.nanoTime() - start < GIVEN_UP.toNanos());
        } finally {
            Stores.resume(Stores.mysqlPid());
        }
    }

    @Test
    void aPausedRedisIsGivenUp() {
        redis.value(String.class).set("b", "1");
        Stores.pause(Stores.redisPid());
        try {
            long start = System.nanoTime();

            assertThrows(RuntimeException.class, () -> redis.value(String.class).get("b"));

            assertTrue(System.nanoTime() - start < GIVEN_UP.toNanos());
        } finally {
            Stores.resume(Stores.redisPid());
        }
    }

    @Test
    void redisKeepsItsDataOverAKill() {
        // a test before this one may have left a connection that answers late
        Poll.until(() -> isStored("kept", "yes"));
        long before = Stores.redisPid();

        Stores.kill(before);
        Stores.restartRedis();

        assertNotEquals(before, Stores.redisPid());
        // a connection of the old process may be handed out once more
        Poll.until(() -> "yes".equals(answer("kept")));
    }

    private boolean isStored(String key, String value) {
        try {
            redis.value(String.class).set(key, value);
            return true;
        } catch (CompletionException | TimeoutException notYet) {
            return false;
        }
    }

    private String answer(String key) {
        try {
            return redis.value(String.class).get(key);
        } catch (CompletionException | TimeoutException notYet) {
            return null;
        }
    }
}
