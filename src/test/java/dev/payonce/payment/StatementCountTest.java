package dev.payonce.payment;

import static dev.payonce.testsupport.Shop.aToken;
import static dev.payonce.testsupport.Shop.anOrder;
import static dev.payonce.testsupport.Shop.asMerchant;
import static dev.payonce.testsupport.Shop.pay;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.allOf;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.lessThanOrEqualTo;

import dev.payonce.testsupport.Race;
import dev.payonce.testsupport.Shop;
import dev.payonce.testsupport.StoreCosts;
import dev.payonce.testsupport.StoreCosts.Cost;
import dev.payonce.testsupport.WithStores;
import io.quarkus.scheduler.Scheduler;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a step costs the stores; begin and commit aside. */
@QuarkusTest
@WithStores
class StatementCountTest {

    @Inject
    StoreCosts costs;

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

        Cost cost = costs.of(() -> aToken(order));

        assertThat(cost, equalTo(new Cost(1, 1)));
    }

    @Test
    void payingTakesFourStatementsThenFiveAndARoundTripBeforeAndAfter() {
        String token = aToken(anOrder());

        Cost cost = costs.of(() -> pay(token).then().statusCode(200));

        assertThat(cost.statements(), allOf(greaterThan(4L), lessThanOrEqualTo(4 + 5L)));
        assertThat(cost.roundTrips(), equalTo(2));
    }

    @Test
    void aReplayTakesNoStatementAtAll() {
        String token = aToken(anOrder());
        pay(token).then().statusCode(200);

        Cost cost = costs.of(() -> pay(token).then().statusCode(200).header("Idempotent-Replayed", "true"));

        assertThat(cost, equalTo(new Cost(0, 1)));
    }

    @Test
    void aReplayOfAnOrderWithAKeyTakesNoStatementAtAll() {
        String key = UUID.randomUUID().toString();
        order(key).then().statusCode(201);

        Cost cost = costs.of(() -> order(key).then().statusCode(201).header("Idempotent-Replayed", "true"));

        assertThat(cost, equalTo(new Cost(0, 1)));
    }

    @Test
    void aStormOfOneKeyTakesAsManyStatementsAsOneOrder() {
        Cost one = costs.of(() -> order(UUID.randomUUID().toString()));
        String key = UUID.randomUUID().toString();

        Cost storm = costs.of(() -> storm(key).forEach(answer -> answer.then().statusCode(201)));

        assertThat(storm.statements(), equalTo(one.statements()));
    }

    private static List<Response> storm(String key) {
        try {
            return Race.run(30, caller -> () -> order(key));
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static Response order(String key) {
        return asMerchant()
                .header("Idempotency-Key", key)
                .body(Map.of("customerId", Shop.ALICE, "amount", 1800, "currency", "USD"))
                .post("/orders");
    }

    @Test
    void aForgedTokenReachesNoStore() {
        Cost cost = costs.of(() -> pay("pt_" + "A".repeat(103)).then().statusCode(400));

        assertThat(cost, equalTo(new Cost(0, 0)));
    }
}
