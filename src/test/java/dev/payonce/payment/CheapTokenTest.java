package dev.payonce.payment;

import static dev.payonce.testsupport.Shop.ALICE;
import static dev.payonce.testsupport.Shop.aToken;
import static dev.payonce.testsupport.Shop.anOrder;
import static dev.payonce.testsupport.Shop.as;
import static dev.payonce.testsupport.Shop.asMerchant;
import static dev.payonce.testsupport.Shop.orderStatus;
import static dev.payonce.testsupport.Shop.payAs;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasSize;

import dev.payonce.testsupport.GatewayEvents;
import dev.payonce.testsupport.Ledger;
import dev.payonce.testsupport.WithStores;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** C14: the token of a cheap order pays for nothing dear. */
@QuarkusTest
@WithStores
class CheapTokenTest {

    @Test
    void theTokenOfACheapOrderPaysForThatOneAlone() {
        String cheap = anOrder(ALICE, 100, "USD");
        String dear = anOrder(ALICE, 100_000, "USD");
        String token = aToken(cheap);

        List<Map<String, ?>> pairings = List.of(
                Map.of("orderId", dear),
                Map.of("orderId", dear, "amount", 100),
                Map.of("orderId", cheap, "amount", 100_000),
                Map.of("orderId", cheap, "amount", 100, "currency", "EUR"),
                Map.of("amount", 100_000),
                Map.of("currency", "EUR"));
        pairings.forEach(said -> pay(token, said).then().statusCode(422).body("code", equalTo("TOKEN_MISMATCH")));

        assertThat(Ledger.of(cheap).calls("charge"), empty());
        assertThat(Ledger.of(dear).calls("charge"), empty());
        assertThat(orderStatus(cheap), equalTo("PENDING"));
        assertThat(history(cheap), hasSize(1));
        pay(token, Map.of()).then().statusCode(200).body("amount", equalTo(100));
        assertThat(orderStatus(dear), equalTo("PENDING"));
    }

    /** The gateway's event names the dear order and carries the money of the cheap one. */
    @Test
    void anEventThatPairsACheapChargeWithADearOrderChangesNothing() {
        String cheap = anOrder(ALICE, 100, "USD");
        String dear = anOrder(ALICE, 100_000, "USD");
        pay(aToken(cheap), Map.of()).then().statusCode(200);
        String open = payAs(ALICE, Map.of("token", aToken(dear), "paymentMethod", "pm_cut_without_charge"))
                .then()
                .statusCode(202)
                .extract()
                .path("id");
        Map<String, Object> charge = new HashMap<>(Ledger.of(cheap).charges().get(0));
        charge.keySet().retainAll(List.of("id", "amount", "currency"));
        charge.put("reference", open);
        charge.put("orderId", dear);

        GatewayEvents.send("charge.approved", charge).then().statusCode(409).body("code", equalTo("EVENT_MISMATCH"));

        assertThat(orderStatus(dear), equalTo("PROCESSING"));
        assertThat(orderStatus(cheap), equalTo("PAID"));
    }

    private static Response pay(String token, Map<String, ?> said) {
        Map<String, Object> body = new HashMap<>(said);
        body.put("token", token);
        body.put("paymentMethod", "pm_ok");
        return as(ALICE).body(body).post("/pay");
    }

    private static List<Object> history(String order) {
        return asMerchant().get("/orders/" + order + "/history").path("items");
    }
}
