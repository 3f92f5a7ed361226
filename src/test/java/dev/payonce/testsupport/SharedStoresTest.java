package dev.payonce.testsupport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.agroal.api.AgroalDataSource;
import io.quarkus.redis.datasource.RedisDataSource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import org.junit.jupiter.api.Test;

@QuarkusTest
@WithStores
class SharedStoresTest {

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
    void redisKeepsItsDataOverAKill() {
        redis.value(String.class).set("kept", "yes");
        long before = Stores.redisPid();

        Stores.kill(before);
        Stores.restartRedis();

        assertNotEquals(before, Stores.redisPid());
        assertEquals("yes", redis.value(String.class).get("kept"));
    }
}
