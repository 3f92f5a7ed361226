package dev.payonce.hostile;

import static dev.payonce.testsupport.Shop.aToken;
import static dev.payonce.testsupport.Shop.anOrder;
import static dev.payonce.testsupport.Shop.asMerchant;
import static dev.payonce.testsupport.Shop.goods;
import static dev.payonce.testsupport.Shop.payAs;
import static io.restassured.RestAssured.given;

import dev.payonce.testsupport.ContractOperation;
import dev.payonce.testsupport.Database;
import dev.payonce.testsupport.DeadLetterRow;
import dev.payonce.testsupport.OutboxFixture;
import dev.payonce.testsupport.Poll;
import io.restassured.specification.RequestSpecification;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** For each operation something real that it can be about: the owning customer's, or the owning merchant's. */
@Singleton
class Scenes {

    private static final String CUSTOMER = Visitor.OWNING_CUSTOMER.subject;

    private final Database database;
    private final OutboxFixture outbox;
    private String endpoint;
    private String delivery;

    Scenes(Database database, OutboxFixture outbox) {
        this.database = database;
        this.outbox = outbox;
    }

    /** New for each call, since most things can be cancelled, refunded or paid only once. */
    Scene of(ContractOperation operation, Visitor visitor) {
        return switch (operation.description().getOperationId()) {
            case "placeOrder" -> Scene.at("/orders", wish(visitor));
            case "issueToken" -> Scene.at("/tokens", Map.of("orderId", order()));
            case "pay" -> Scene.at("/pay", Map.of("token", tokenOf(visitor.owner()), "paymentMethod", "pm_ok"));
            case "runLab" -> Scene.at("/lab/runs", race());
            case "refundPayment" -> Scene.at(operation.at(payment()), Map.of("amount", 1));
            case "listOrders" -> Scene.list("/orders", order());
            case "listWebhookEndpoints" -> Scene.list("/webhook-endpoints", endpoint());
            case "listWebhookDeliveries" -> Scene.list("/webhook-deliveries", delivery());
            case "deleteWebhookEndpoint" ->
                Scene.at(operation.at(visitor == Visitor.OWNING_MERCHANT ? newEndpoint() : endpoint()));
            case "gatewayBehave" -> Scene.at(operation.template(), Map.of());
            default -> Scene.at(operation.at(thing(operation)), operation.takesBody() ? operation.exampleBody() : null);
        };
    }

    private String thing(ContractOperation operation) {
        return switch (operation.template().split("/", -1)[1]) {
            case "orders", "checkout" -> order();
            case "payments" -> payment();
            case "refunds" -> refund();
            case "webhook-endpoints" -> endpoint();
            case "webhook-deliveries" -> delivery();
            case "dead-letters" -> DeadLetterRow.add(database::update);
            case "stock" -> "matrix-goods";
            case "problems" -> "NOT_FOUND";
            default -> "nothing";
        };
    }

    private static Map<String, Object> wish(Visitor visitor) {
        List<Map<String, Object>> items = List.of(Map.of("sku", goods(1), "quantity", 1));
        return visitor == Visitor.OWNING_CUSTOMER
                ? Map.of("items", items)
                : Map.of("customerId", CUSTOMER, "items", items);
    }

    private static Map<String, Object> race() {
        return Map.of("pattern", "NO_GUARD", "callers", 2, "gatewayDelayMillis", 0, "fault", "NONE");
    }

    static String order() {
        return anOrder(CUSTOMER, 1800, "USD");
    }

    private static String tokenOf(Visitor owner) {
        return as(owner).body(Map.of("orderId", order())).post("/tokens").path("token");
    }

    private static String payment() {
        return payAs(CUSTOMER, Map.of("token", aToken(CUSTOMER, order()), "paymentMethod", "pm_ok"))
                .path("id");
    }

    private static String refund() {
        return asMerchant()
                .header("Idempotency-Key", UUID.randomUUID().toString())
                .body(Map.of("amount", 1))
                .post("/payments/" + payment() + "/refunds")
                .path("id");
    }

    private static String newEndpoint() {
        return as(Visitor.OWNING_MERCHANT)
                .body(Map.of("url", "http://127.0.0.1:1/hook"))
                .post("/webhook-endpoints")
                .path("id");
    }

    /** The same one again: what is not deleted stays, and a merchant has room for few. */
    private String endpoint() {
        if (endpoint == null) {
            endpoint = newEndpoint();
        }
        return endpoint;
    }

    /** The same one again: it may be sent as often as one likes. */
    private String delivery() {
        if (delivery == null) {
            endpoint();
            String order = order();
            outbox.addEvents(order, 1);
            Poll.until(() -> (delivery = deliveryOf(order)) != null);
        }
        return delivery;
    }

    private static String deliveryOf(String order) {
        return as(Visitor.OWNING_MERCHANT)
                .get("/webhook-deliveries?limit=100")
                .path("items.find { it.orderId == '" + order + "' }?.id");
    }

    void removeEndpoints() {
        endpoint = null;
        delivery = null;
        for (Visitor merchant : List.of(Visitor.OWNING_MERCHANT, Visitor.OTHER_MERCHANT)) {
            List<String> ids = as(merchant).get("/webhook-endpoints?limit=100").path("items.id");
            ids.forEach(id -> as(merchant).delete("/webhook-endpoints/" + id));
        }
    }

    static RequestSpecification as(Visitor visitor) {
        RequestSpecification request = given().contentType("application/json")
                .header("If-Match", "\"0\"")
                .header("Idempotency-Key", UUID.randomUUID().toString());
        return visitor == Visitor.NOBODY ? request : request.auth().oauth2(visitor.bearer());
    }
}
