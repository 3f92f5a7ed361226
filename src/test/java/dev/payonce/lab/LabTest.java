package dev.payonce.lab;

import static dev.payonce.testsupport.Shop.asOperator;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.blankString;
import static org.hamcrest.Matchers.containsInAnyOrder;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.everyItem;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.greaterThanOrEqualTo;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.not;

import dev.payonce.testsupport.Database;
import dev.payonce.testsupport.Race;
import dev.payonce.testsupport.WithStores;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The lab by HTTP. */
@QuarkusTest
@WithStores
class LabTest {

    @Inject
    Database database;

    @Test
    void theCatalogueExplainsEveryPatternAndEveryFault() {
        asOperator()
                .get("/lab/patterns")
                .then()
                .statusCode(200)
                .body("patterns", hasSize(PatternName.values().length))
                .body("patterns.explanation", everyItem(not(blankString())))
                .body("patterns.price", everyItem(not(blankString())))
                .body("patterns.find { it.pattern == 'PAYONCE' }.expected.CRASH", equalTo("EXACTLY_ONCE"))
                .body("faults.fault", containsInAnyOrder("NONE", "REDIS_FORGETS", "LOCK_EXPIRES_EARLY", "CRASH"))
                .body("maxCallers", equalTo(200));
    }

    @Test
    void aStormOnPayonceChargesOnceAndTellsEverybody() {
        run("PAYONCE", 20, 20, "NONE")
                .then()
                .statusCode(200)
                .body("charges", equalTo(1))
                .body("verdict", equalTo("EXACTLY_ONCE"))
                .body("answers.PAID", equalTo(1))
                .body("mostAtOnce", greaterThanOrEqualTo(2))
                .body("answersPerSecond", greaterThan(0f));
    }

    @Test
    void whereALockEndsTooEarlyTheTwoChargesAreShownWithTheirWays() {
        Response answer = run("DISTRIBUTED_LOCK", 4, 5, "LOCK_EXPIRES_EARLY");

        answer.then()
                .statusCode(200)
                .body("charges", equalTo(2))
                .body("firstCharges", hasSize(2))
                .body("firstCharges[0].steps.step", hasItem("HELD_UP"))
                .body("firstCharges.steps.collect { it.step }.flatten()", hasItem("GOT_LOCK"));
        assertThat(
                answer.path("firstCharges[0].chargedMillis"),
                greaterThan(answer.<Float>path("firstCharges[1].chargedMillis")));
        assertThat(answer.path("faultAtMillis"), greaterThan(answer.<Float>path("firstCharges[0].arrivedMillis")));
    }

    @Test
    void whatIsOutOfBoundsIsRefusedAndNamed() {
        refuses("callers", Map.of("pattern", "NO_GUARD", "callers", 1, "gatewayDelayMillis", 0, "fault", "NONE"));
        refuses("callers", Map.of("pattern", "NO_GUARD", "callers", 201, "gatewayDelayMillis", 0, "fault", "NONE"));
        refuses(
                "gatewayDelayMillis",
                Map.of("pattern", "NO_GUARD", "callers", 2, "gatewayDelayMillis", 2001, "fault", "NONE"));
        refuses(
                "gatewayDelayMillis",
                Map.of("pattern", "NO_GUARD", "callers", 2, "gatewayDelayMillis", -1, "fault", "NONE"));
        refuses("pattern", Map.of("pattern", "HOPE", "callers", 2, "gatewayDelayMillis", 0, "fault", "NONE"));
        refuses("fault", Map.of("pattern", "NO_GUARD", "callers", 2, "gatewayDelayMillis", 0));
    }

    private static void refuses(String field, Map<String, ?> body) {
        asOperator()
                .body(body)
                .post("/lab/runs")
                .then()
                .statusCode(400)
                .body("violations.field", equalTo(List.of(field)));
    }

    @Test
    void oneRunAtATimeIsMadeAndTheOthersAreToldToComeAgain() throws Exception {
        List<Response> answers = Race.run(3, number -> () -> run("NO_GUARD", 2, 2000, "NONE"));

        assertThat(answers.stream().map(Response::statusCode).toList(), containsInAnyOrder(200, 503, 503));
        answers.stream().filter(answer -> answer.statusCode() == 503).forEach(answer -> answer.then()
                .body("code", equalTo("OVERLOADED"))
                .header("Retry-After", equalTo("1")));
        run("NO_GUARD", 2, 0, "NONE").then().statusCode(200);
    }

    @Test
    void whatADeadInstanceHasLeftGoesWithTheNextRun() {
        database.update("insert into lab_order (run_id, status, version, created_at)"
                + " values (7, 'PENDING', 0, utc_timestamp() - interval 2 hour)");
        database.update("insert into lab_dedup (run_id, request) values (7, 'x')");

        run("NO_GUARD", 2, 0, "NONE").then().statusCode(200);

        assertThat(database.number("select count(*) from lab_order"), equalTo(0L));
        assertThat(database.number("select count(*) from lab_dedup"), equalTo(0L));
    }

    private static Response run(String pattern, int callers, int delay, String fault) {
        return asOperator()
                .body(Map.of("pattern", pattern, "callers", callers, "gatewayDelayMillis", delay, "fault", fault))
                .post("/lab/runs");
    }
}
