package dev.payonce.web;

import static dev.payonce.testsupport.Shop.ALICE;
import static dev.payonce.testsupport.Shop.aToken;
import static dev.payonce.testsupport.Shop.anOrder;
import static dev.payonce.testsupport.Shop.as;
import static dev.payonce.testsupport.Shop.asMerchant;
import static dev.payonce.web.ProblemCheck.isProblem;
import static io.restassured.RestAssured.given;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.lessThan;

import dev.payonce.testsupport.Database;
import dev.payonce.testsupport.GatewayEvents;
import dev.payonce.testsupport.Stores;
import dev.payonce.testsupport.WithStores;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import java.util.logging.Handler;
import java.util.logging.Logger;
import org.jboss.logmanager.ExtHandler;
import org.jboss.logmanager.ExtLogRecord;
import org.junit.jupiter.api.Test;

/** What callers are told when the fault is not theirs. */
@QuarkusTest
@WithStores
class FaultsTest {

    @Inject
    Database database;

    @Test
    void aFaultOfOursTellsNothingOfOurInsidesAndIsLoggedUnderItsRequestId() {
        List<String> logged = new CopyOnWriteArrayList<>();
        Logger log = Logger.getLogger(ExceptionMappers.class.getName());
        Handler ears = listener(logged);
        log.addHandler(ears);
        database.update("rename table stock to stock_elsewhere");

        Response answer = given().get("/stock");

        database.update("rename table stock_elsewhere to stock");
        log.removeHandler(ears);
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
        as(ALICE).get("/orders").then().statusCode(200);
        asMerchant().get("/orders").then().statusCode(200);
        Map<String, Supplier<Response>> calls = calls();

        Stores.stopMysql();
        Map<String, Response> answers = new LinkedHashMap<>();
        try {
            calls.forEach((path, call) -> answers.put(path, call.get()));
        } finally {
            Stores.restartMysql();
        }

        answers.forEach((call, answer) -> {
            isProblem(answer, ProblemType.STORE_UNAVAILABLE, call.substring(call.indexOf('/')));
            assertThat(call, answer.time(), is(lessThan(Duration.ofSeconds(4).toMillis())));
        });
    }

    private static Map<String, Supplier<Response>> calls() {
        String order = anOrder();
        String token = aToken(order);
        String payment = "pay_0P4X8KQ2V9TBM";
        Map<String, Supplier<Response>> calls = new LinkedHashMap<>();
        calls.put("GET /stock", () -> given().get("/stock"));
        calls.put("PUT /stock/away", () -> asMerchant()
                .body(Map.of("name", "x", "price", 1, "currency", "USD", "available", 1))
                .put("/stock/away"));
        calls.put("POST /orders", () -> as(ALICE)
                .body(Map.of("items", List.of(Map.of("sku", "away", "quantity", 1))))
                .post("/orders"));
        calls.put("GET /orders", () -> as(ALICE).get("/orders"));
        calls.put("GET /orders/" + order, () -> as(ALICE).get("/orders/" + order));
        calls.put("GET /orders/" + order + "/history", () -> as(ALICE).get("/orders/" + order + "/history"));
        calls.put("GET /orders/" + order + "/payments", () -> as(ALICE).get("/orders/" + order + "/payments"));
        calls.put("PATCH /orders/" + order, () -> asMerchant()
                .header("If-Match", "\"0\"")
                .body(Map.of("amount", 5))
                .patch("/orders/" + order));
        calls.put("POST /orders/" + order + "/cancel", () -> as(ALICE).post("/orders/" + order + "/cancel"));
        calls.put("POST /tokens", () -> as(ALICE).body(Map.of("orderId", order)).post("/tokens"));
        calls.put("POST /pay", () -> as(ALICE)
                .body(Map.of("token", token, "paymentMethod", "pm_ok"))
                .post("/pay"));
        calls.put("GET /payments/" + payment, () -> as(ALICE).get("/payments/" + payment));
        calls.put(
                "POST /gateway/events",
                () -> GatewayEvents.send(
                        "charge.approved",
                        Map.of("id", "ch_1", "reference", payment, "orderId", order, "amount", 1, "currency", "USD")));
        return calls;
    }
}
