package dev.payonce.payment;

import static dev.payonce.testsupport.Shop.ALICE;
import static dev.payonce.testsupport.Shop.aToken;
import static dev.payonce.testsupport.Shop.anOrder;
import static dev.payonce.testsupport.Shop.as;
import static dev.payonce.testsupport.Shop.asMerchant;
import static dev.payonce.testsupport.Shop.orderStatus;
import static dev.payonce.testsupport.Shop.pay;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsInAnyOrder;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.in;
import static org.hamcrest.Matchers.is;

import dev.payonce.testsupport.Database;
import dev.payonce.testsupport.Gateway;
import dev.payonce.testsupport.GatewayEvents;
import dev.payonce.testsupport.Ledger;
import dev.payonce.testsupport.Poll;
import dev.payonce.testsupport.Race;
import dev.payonce.testsupport.Shop;
import dev.payonce.testsupport.WithStores;
import dev.payonce.value.OrderId;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the gateway says, when it says it, and what goes on beside it. */
@QuarkusTest
@WithStores
class GatewayFaultsTest {

    private static final Duration RECOVERY = Duration.ofSeconds(30);
    private static final int ROUNDS = Integer.getInteger("payonce.test.rounds", 3);

    @Inject
    Database database;

    @AfterEach
    void mendTheGateway() {
        Gateway.behaveWell();
    }

    /** C34: "no" ends at once and leaves the order payable; "don't know" ends by a look-up. Neither is for ever. */
    @Test
    void certainAndUncertainFailuresHaveTheirOwnWaysOut() {
        String refused = anOrder();
        pay(aToken(refused), "pm_unheard_of").then().statusCode(502).body("code", equalTo("GATEWAY_REFUSED"));
        assertThat(orderStatus(refused), equalTo("PAYMENT_FAILED"));
        pay(aToken(refused)).then().statusCode(200);

        Map<String, String> uncertain = new HashMap<>();
        for (String outcome : List.of("error500", "html", "empty", "unknownStatus", "wrongAmount")) {
            String order = anOrder();
            Gateway.behave(Map.of("outcome", outcome));
            pay(aToken(order)).then().statusCode(202).body("status", equalTo("PROCESSING"));
            uncertain.put(outcome, order);
        }
        Gateway.behaveWell();

        uncertain.forEach((outcome, order) -> {
            String end = outcome.equals("error500") ? "PAYMENT_FAILED" : "PAID";
            Poll.until(RECOVERY, () -> orderStatus(order).equals(end));
            assertThat(outcome, Ledger.of(order).approved(), hasSize(end.equals("PAID") ? 1 : 0));
        });
        pay(aToken(uncertain.get("error500"))).then().statusCode(200);
    }

    /** C03 b: the second token is tried while the gateway works for the first one. */
    @Test
    void aSecondTokenThatIsTriedMeanwhileIsRefusedForGood() throws Exception {
        String order = anOrder();
        List<String> tokens = List.of(aToken(order), aToken(order));

        List<Response> answers = Race.run(2, caller -> () -> {
            if (caller == 1) {
                Poll.until(() -> Ledger.of(order).calls("charge").size() == 1);
            }
            return pay(tokens.get(caller), "pm_slow_2s");
        });

        assertThat(answers.get(0).statusCode(), equalTo(200));
        answers.get(1)
                .then()
                .statusCode(409)
                .body("code", equalTo("ORDER_NOT_PAYABLE"))
                .body("orderStatus", equalTo("PROCESSING"));
        pay(tokens.get(1), "pm_slow_2s")
                .then()
                .statusCode(409)
                .header("Idempotent-Replayed", "true")
                .body("orderStatus", equalTo("PROCESSING"));
        assertThat(Ledger.of(order).calls("charge"), hasSize(1));
    }

    /** C15: paying and lowering the price at once. What is charged is what the order says. */
    @Test
    void anAmountThatChangesWhileItIsPaidIsChargedAsTheOrderSays() throws Exception {
        for (int round = 0; round < 5 * ROUNDS; round++) {
            String order = anOrder();
            String token = aToken(order);

            List<Response> answers = Race.run(
                    2,
                    caller -> () -> caller == 0
                            ? pay(token)
                            : asMerchant()
                                    .header("If-Match", "\"0\"")
                                    .body(Map.of("amount", 1000))
                                    .patch("/orders/" + order));

            assertThat(answers.get(0).statusCode(), is(in(Set.of(200, 409))));
            if (answers.get(0).statusCode() == 409) {
                assertThat(Shop.code(answers.get(0)), equalTo("ORDER_CHANGED"));
                pay(aToken(order)).then().statusCode(200).body("amount", equalTo(1000));
            }
            int amount = as(ALICE).get("/orders/" + order).path("amount");
            assertThat(Ledger.of(order).approved(), hasSize(1));
            assertThat(Ledger.of(order).approved().get(0).get("amount"), equalTo(amount));
        }
    }

    /** C29: the event comes before the answer to the call, or at the same moment; also while the order's row is held. */
    @Test
    void anEventThatIsFasterThanTheAnswerSettlesThePaymentOnce() throws Exception {
        Gateway.behave(Map.of("delayAfterMillis", 100));
        for (int round = 0; round < ROUNDS; round++) {
            String order = anOrder();
            String token = aToken(order);

            List<Response> answers = Race.run(2, caller -> () -> caller == 0 ? pay(token) : tellOnceCharged(order));

            assertThat(answers.get(0).statusCode(), equalTo(200));
            assertThat(answers.get(1).statusCode(), equalTo(204));
            assertThat(moves(order, "PAID"), hasSize(1));
        }
        Gateway.behaveWell();
        String held = anOrder();
        pay(aToken(held), "pm_charge_then_cut").then().statusCode(202);
        try (Connection lock = database.begin()) {
            Database.update(
                    lock,
                    "update orders set version = version where id = ?",
                    OrderId.fromString(held).value());
            GatewayEvents.send("charge.approved", charge(held)).then().statusCode(503);
            lock.rollback();
        }
        GatewayEvents.send("charge.approved", charge(held)).then().statusCode(204);
        assertThat(orderStatus(held), equalTo("PAID"));
    }

    private static Response tellOnceCharged(String order) {
        Poll.until(() -> Ledger.of(order).approved().size() == 1);
        return GatewayEvents.send("charge.approved", charge(order));
    }

    /** C25: the last piece, two buyers at once, and a catalogue that says 0 while the gateway works. */
    @Test
    void theLastPieceIsSoldOnceEvenIfTheCatalogueIsEmptiedMeanwhile() throws Exception {
        String sku = "last-" + UUID.randomUUID();
        asMerchant()
                .body(Map.of("name", "The last one", "price", 700, "currency", "USD", "available", 1))
                .put("/stock/" + sku)
                .then()
                .statusCode(200);
        List<String> orders = List.of(order(ALICE, sku), order(Shop.BOB, sku));
        List<String> tokens = List.of(aToken(ALICE, orders.get(0)), aToken(Shop.BOB, orders.get(1)));

        List<Response> answers = Race.run(3, caller -> () -> {
            if (caller == 2) {
                Poll.until(() -> orders.stream()
                                .mapToInt(order ->
                                        Ledger.of(order).calls("charge").size())
                                .sum()
                        == 1);
                database.update("update stock set available = 0 where sku = ?", sku);
                return null;
            }
            String user = caller == 0 ? ALICE : Shop.BOB;
            return Shop.payAs(user, Map.of("token", tokens.get(caller), "paymentMethod", "pm_slow_2s"));
        });

        assertThat(List.of(answers.get(0).statusCode(), answers.get(1).statusCode()), containsInAnyOrder(200, 422));
        int loser = answers.get(0).statusCode() == 422 ? 0 : 1;
        assertThat(Shop.code(answers.get(loser)), equalTo("OUT_OF_STOCK"));
        assertThat(Ledger.of(orders.get(loser)).calls("charge"), hasSize(0));
        assertThat(orderStatus(orders.get(1 - loser)), equalTo("PAID"));
        assertThat(database.number("select available from stock where sku = ?", sku), equalTo(0L));
    }

    private static String order(String user, String sku) {
        return as(user).body(Map.of("items", List.of(Map.of("sku", sku, "quantity", 1))))
                .post("/orders")
                .then()
                .statusCode(201)
                .extract()
                .path("id");
    }

    private static Map<String, Object> charge(String order) {
        Map<String, Object> charge = new HashMap<>(Ledger.of(order).charges().get(0));
        charge.keySet().retainAll(List.of("id", "reference", "amount", "currency"));
        return charge;
    }

    private static List<Object> moves(String order, String to) {
        return asMerchant()
                .get("/orders/" + order + "/history")
                .jsonPath()
                .getList("items.findAll { it.to == '" + to + "' }");
    }
}
