package dev.payonce.web;

import static dev.payonce.testsupport.Shop.aToken;
import static dev.payonce.testsupport.Shop.anOrder;
import static dev.payonce.testsupport.Shop.pay;
import static dev.payonce.web.ProblemCheck.isProblem;
import static io.restassured.RestAssured.given;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.lessThan;
import static org.hamcrest.Matchers.not;

import dev.payonce.faults.MySql;
import dev.payonce.testsupport.Contract;
import dev.payonce.testsupport.ContractOperation;
import dev.payonce.testsupport.GatewayEvents;
import dev.payonce.testsupport.MySqlAsInProduction;
import dev.payonce.testsupport.Stores;
import dev.payonce.testsupport.WithStores;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.response.Response;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.jboss.logmanager.ExtHandler;
import org.jboss.logmanager.ExtLogRecord;
import org.junit.jupiter.api.Test;

/** What callers are told when the fault is not theirs. */
@QuarkusTest
@WithStores
@TestProfile(MySqlAsInProduction.class)
class FaultsTest {

    /** MySQL is given up within 3 s; the rest is for a busy machine. */
    private static final Duration LONGEST = Duration.ofSeconds(5);

    @Test
    void aFaultOfOursTellsNothingOfOurInsidesAndIsLoggedUnderItsRequestId() {
        List<String> logged = new CopyOnWriteArrayList<>();
        Logger log = Logger.getLogger(ExceptionMappers.class.getName());
        Handler ears = listener(logged);
        log.addHandler(ears);
        Response answer;
        MySql.update("rename table stock to stock_elsewhere");
        try {
            answer = given().get("/stock");
        } finally {
            MySql.update("rename table stock_elsewhere to stock");
            log.removeHandler(ears);
        }

        isProblem(answer, ProblemType.INTERNAL, "/stock");
        assertThat(logged, equalTo(List.of(answer.header("X-Request-Id"))));
        given().get("/stock").then().statusCode(200);
    }

    private static Handler listener(List<String> requestIds) {
        return new ExtHandler() {
            @Override
            protected void doPublish(ExtLogRecord line) {
                requestIds.add(line.getMdc("requestId"));
            }
        };
    }

    @Test
    void withoutMysqlEveryCallIsToldToComeAgain() {
        String token = aToken(anOrder());
        Map<ContractOperation, Response> answers = new LinkedHashMap<>();

        Stores.stopMysql();
        try {
            promising503().forEach(operation -> answers.put(operation, send(operation, token)));
        } finally {
            Stores.restartMysql();
        }

        assertThat(answers.keySet(), is(not(empty())));
        answers.forEach((operation, answer) -> {
            isProblem(answer, ProblemType.STORE_UNAVAILABLE, ValidCall.path(operation));
            assertThat(operation.toString(), answer.time(), is(lessThan(LONGEST.toMillis())));
        });
    }

    /** Those of the sandbox gateway do so when they are told to, not for want of a store. */
    private static Stream<ContractOperation> promising503() {
        return Contract.operations().stream()
                .filter(operation -> operation.statuses().contains("503")
                        && !operation.isOwnProtocol()
                        && !operation.worksWithoutStores());
    }

    private static Response send(ContractOperation operation, String token) {
        return switch (operation.toString()) {
            case "POST /pay" -> pay(token);
            case "POST /gateway/events" ->
                GatewayEvents.send(
                        "charge.approved",
                        Map.of(
                                "id",
                                "ch_1",
                                "reference",
                                "pay_" + ValidCall.NOT_THERE,
                                "orderId",
                                "ord_" + ValidCall.NOT_THERE,
                                "amount",
                                1,
                                "currency",
                                "USD"));
            default -> ValidCall.send(operation);
        };
    }
}
