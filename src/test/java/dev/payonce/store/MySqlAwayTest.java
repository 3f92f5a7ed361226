package dev.payonce.store;

import static dev.payonce.testsupport.Shop.anOrder;
import static dev.payonce.testsupport.Shop.asMerchant;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.everyItem;
import static org.hamcrest.Matchers.lessThan;
import static org.hamcrest.Matchers.notNullValue;

import dev.payonce.testsupport.Poll;
import dev.payonce.testsupport.Race;
import dev.payonce.testsupport.Stores;
import dev.payonce.testsupport.WithStores;
import io.quarkus.scheduler.Scheduler;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A MySQL that hangs, or is gone: callers are told soon, later ones at once, and it is over when it is over. */
@QuarkusTest
@WithStores
class MySqlAwayTest {

    /** 3 s for the store, and something for a busy machine. */
    private static final long GIVEN_UP_MILLIS = 3500;

    private static final long SPARED_MILLIS = 500;
    private static final Duration RECOVERY = Duration.ofSeconds(5);

    @Inject
    Scheduler jobs;

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
        Told later;
        Stores.pause(Stores.mysqlPid());
        try {
            first = Race.run(30, caller -> () -> read(order));
            later = read(order);
        } finally {
            Stores.resume(Stores.mysqlPid());
        }

        assertThat(first.stream().map(told -> told.answer().statusCode()).toList(), everyItem(equalTo(503)));
        assertThat(first.stream().map(Told::millis).toList(), everyItem(lessThan(GIVEN_UP_MILLIS)));
        assertThat(later.millis(), lessThan(SPARED_MILLIS));
        later.answer()
                .then()
                .statusCode(503)
                .header("Retry-After", notNullValue())
                .body("code", equalTo("STORE_UNAVAILABLE"))
                .body("retryable", equalTo(true));
        Poll.until(RECOVERY, () -> read(order).answer().statusCode() == 200);
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
        Poll.until(RECOVERY, () -> read(order).answer().statusCode() == 200);
    }

    /** Twenty callers fill the pool; the restart kills all of its connections, and nobody notices. */
    @Test
    void aRestartThatNobodyUsedIsNotNoticed() throws Exception {
        String order = anOrder();
        Race.run(20, caller -> () -> read(order));

        // the jobs use it, too, and a restart that takes long would open the circuit
        jobs.pause();
        try {
            Stores.kill(Stores.mysqlPid());
            Stores.restartMysql();
        } finally {
            jobs.resume();
        }

        List<Told> after = Race.run(20, caller -> () -> read(order));
        assertThat(after.stream().map(told -> told.answer().statusCode()).toList(), everyItem(equalTo(200)));
    }
}
