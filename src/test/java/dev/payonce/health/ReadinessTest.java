package dev.payonce.health;

import static io.restassured.RestAssured.given;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItems;
import static org.hamcrest.Matchers.lessThan;

import dev.payonce.testsupport.Database;
import dev.payonce.testsupport.Poll;
import dev.payonce.testsupport.Stores;
import dev.payonce.testsupport.WithStores;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Ready says whether this instance can do its work; live does not ask the stores. */
@QuarkusTest
@WithStores
class ReadinessTest {

    /** Longer than two time-outs of the tests' MySQL. */
    private static final Duration GIVEN_UP = Duration.ofSeconds(15);

    @Inject
    Database database;

    @Test
    void withBothStoresTheServiceIsReady() {
        given().get("/q/health/ready")
                .then()
                .statusCode(200)
                .body("status", equalTo("UP"))
                .body("checks.name", hasItems("MySQL", "Redis"));
    }

    @Test
    void aPausedRedisIsNotReadyAndStillLive() {
        pausedStoreIsSeen(Stores.redisPid(), "Redis");
    }

    @Test
    void aPausedMysqlIsNotReadyAndStillLive() {
        pausedStoreIsSeen(Stores.mysqlPid(), "MySQL");
    }

    /** Another instance froze, or lost its network, in the middle of its probe. */
    @Test
    void whoHoldsTheProbesRowMakesNobodyUnready() throws SQLException {
        given().get("/q/health/ready").then().statusCode(200);

        Response ready;
        try (Connection frozen = database.begin()) {
            Database.update(frozen, "update readiness_probe set at = at");
            ready = given().get("/q/health/ready");
            frozen.rollback();
        }

        ready.then().statusCode(200).body("status", equalTo("UP"));
    }

    private static void pausedStoreIsSeen(long pid, String store) {
        Response ready;
        Response live;
        Stores.pause(pid);
        try {
            ready = given().get("/q/health/ready");
            live = given().get("/q/health/live");
        } finally {
            Stores.resume(pid);
        }

        ready.then().statusCode(503).body("checks.find { it.name == '" + store + "' }.status", equalTo("DOWN"));
        assertThat(ready.time(), lessThan(GIVEN_UP.toMillis()));
        live.then().statusCode(200).body("status", equalTo("UP"));
        Poll.until(() -> given().get("/q/health/ready").statusCode() == 200);
    }
}
