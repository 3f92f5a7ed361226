package dev.payonce.payment;

import static dev.payonce.testsupport.Shop.aToken;
import static dev.payonce.testsupport.Shop.anOrder;
import static dev.payonce.testsupport.Shop.pay;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.allOf;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.lessThanOrEqualTo;

import dev.payonce.testsupport.WithStores;
import io.quarkus.redis.datasource.RedisDataSource;
import io.quarkus.scheduler.Scheduler;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.regex.Pattern;
import org.hibernate.SessionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a step costs the stores; begin and commit aside. */
@QuarkusTest
@WithStores
class StatementCountTest {

    private static final Pattern SCRIPT_CALLS = Pattern.compile("cmdstat_eval(?:sha)?:calls=(\\d+)");

    @Inject
    SessionFactory hibernate;

    @Inject
    RedisDataSource redis;

    @Inject
    Scheduler jobs;

    @BeforeEach
    void silenceTheJobs() {
        jobs.pause();
        pay(aToken(anOrder()));
    }

    @AfterEach
    void letTheJobsRun() {
        jobs.resume();
    }

    @Test
    void issuingATokenTakesOneStatementAndOneRoundTrip() {
        String order = anOrder();

        Cost cost = costOf(() -> aToken(order));

        assertThat(cost, equalTo(new Cost(1, 1)));
    }

    @Test
    void payingTakesFourStatementsThenFiveAndARoundTripBeforeAndAfter() {
        String token = aToken(anOrder());

        Cost cost = costOf(() -> pay(token).then().statusCode(200));

        assertThat(cost.statements(), allOf(greaterThan(4L), lessThanOrEqualTo(4 + 5L)));
        assertThat(cost.roundTrips(), equalTo(2));
    }

    @Test
    void aReplayTakesNoStatementAtAll() {
        String token = aToken(anOrder());
        pay(token).then().statusCode(200);

        Cost cost = costOf(() -> pay(token).then().statusCode(200).header("Idempotent-Replayed", "true"));

        assertThat(cost, equalTo(new Cost(0, 1)));
    }

    @Test
    void aForgedTokenReachesNoStore() {
        Cost cost = costOf(() -> pay("pt_" + "A".repeat(103)).then().statusCode(400));

        assertThat(cost, equalTo(new Cost(0, 0)));
    }

    /**
     * @param statements prepared for MySQL
     * @param roundTrips of scripts to Redis
     */
    private record Cost(long statements, int roundTrips) {}

    private Cost costOf(Runnable step) {
        redis.execute("CONFIG", "RESETSTAT");
        long before = hibernate.getStatistics().getPrepareStatementCount();
        step.run();
        long statements = hibernate.getStatistics().getPrepareStatementCount() - before;
        return new Cost(statements, scriptCalls());
    }

    private int scriptCalls() {
        String stats = redis.execute("INFO", "commandstats").toString();
        return SCRIPT_CALLS
                .matcher(stats)
                .results()
                .mapToInt(call -> Integer.parseInt(call.group(1)))
                .sum();
    }
}
