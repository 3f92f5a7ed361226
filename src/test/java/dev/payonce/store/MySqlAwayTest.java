package dev.payonce.store;

import static dev.payonce.testsupport.Shop.anOrder;
import static dev.payonce.testsupport.Shop.asMerchant;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.everyItem;
import static org.hamcrest.Matchers.lessThan;
import static org.hamcrest.Matchers.notNullValue;

import dev.payonce.testsupport.MySqlAsInProduction;
import dev.payonce.testsupport.Poll;
import dev.payonce.testsupport.Race;
import dev.payonce.testsupport.Stores;
import dev.payonce.testsupport.WithStores;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.response.Response;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** A MySQL that hangs, or is gone: callers are told soon, later ones at once, and it is over when it is over. */
@QuarkusTest
@WithStores
@TestProfile(MySqlAsInProduction.class)
class MySqlAwayTest {

    /** 3 s for the store, and something for a busy machine. */
    private static final long GIVEN_UP_MILLIS = 5000;

    /** Shorter than one time-out. */
    private static final long SPARED_MILLIS = 1000;

    private record Told(Response answer, long millis) {}

    private static Told read(String order) {
        long start = System.nanoTime();
        Response answer = asMerchant().get("/orders/" + order);
        return new Told(answer, Duration.ofNanos(System.nanoTime() - start).toMillis());
    }

    @Test
    void whoAsksAMysqlThatHangsIsToldSoonAndThenAtOnce() throws Exception {
        String order = anOrder();
        List<Told> first;
        AtomicReference<Told> later = new AtomicReference<>();
        Stores.pause(Stores.mysqlPid());
        try {
            first = Race.run(30, caller -> () -> read(order));
            // now and then one is let through to try, and waits
            Poll.until(() -> {
                later.set(read(order));
                return later.get().millis() < SPARED_MILLIS;
            });
        } finally {
            Stores.resume(Stores.mysqlPid());
        }

        assertThat(first.stream().map(told -> told.answer().statusCode()).toList(), everyItem(equalTo(503)));
        assertThat(first.stream().map(Told::millis).toList(), everyItem(lessThan(GIVEN_UP_MILLIS)));
        later.get()
                .answer()
                .then()
                .statusCode(503)
                .header("Retry-After", notNullValue())
                .body("code", equalTo("STORE_UNAVAILABLE"))
                .body("retryable", equalTo(true));
        Poll.until(() -> read(order).answer().statusCode() == 200);
    }

    @Test
    void aMysqlThatWasKilledIsUsedAgainOnceItIsBack() {
        String order = anOrder();
        Told away;
        Stores.kill(Stores.mysqlPid());
        try {
            away = read(order);
        } finally {
            Stores.restartMysql();
        }

        assertThat(away.answer().statusCode(), equalTo(503));
        assertThat(away.millis(), lessThan(GIVEN_UP_MILLIS));
        Poll.until(() -> read(order).answer().statusCode() == 200);
    }
}
