package dev.payonce.webhook;

import static dev.payonce.testsupport.Shop.anOrder;
import static dev.payonce.testsupport.Shop.asMerchant;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasSize;

import dev.payonce.store.Transactions;
import dev.payonce.testsupport.Database;
import dev.payonce.testsupport.OutboxFixture;
import dev.payonce.testsupport.Poll;
import dev.payonce.testsupport.WebhookReceiver;
import dev.payonce.testsupport.WithStores;
import dev.payonce.token.TokenConfig;
import dev.payonce.value.DeliveryId;
import dev.payonce.value.EndpointId;
import dev.payonce.value.OrderId;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a newer version of the service has written about webhooks is shown, left alone and never fatal. */
@QuarkusTest
@WithStores
class NewerWebhooksTest {

    private final String merchant = "shop-" + UUID.randomUUID();
    private final WebhookReceiver receiver = WebhookReceiver.start();

    @Inject
    OutboxFixture outbox;

    @Inject
    Database database;

    @Inject
    Transactions transactions;

    @Inject
    Endpoints endpoints;

    @Inject
    TokenConfig tokenConfig;

    private String endpoint;

    @BeforeEach
    void addEndpoint() {
        endpoint = asMerchant(merchant)
                .body(Map.of("url", receiver.url()))
                .post("/webhook-endpoints")
                .then()
                .statusCode(201)
                .extract()
                .path("id");
    }

    @AfterEach
    void stopReceiving() {
        endpointIs("ENABLED");
        asMerchant(merchant).delete("/webhook-endpoints/" + endpoint).then().statusCode(204);
        receiver.close();
    }

    @Test
    void aDeliveryInAStateOfANewerVersionIsShownAndNotSentAgain() {
        String order = anOrder();
        outbox.addEvents(order, 1);
        Poll.until(() -> statuses(order).equals(List.of("DELIVERED")));
        String delivery = told(order, "id").get(0);
        database.update("update event_delivery set status = 'PARKED' where id = ?", number(delivery));

        assertThat(statuses(order), equalTo(List.of("UNRECOGNIZED")));
        laterElsewhere(asMerchant(merchant).post("/webhook-deliveries/" + delivery + "/resend"));
        outbox.addEvents(order, 1);
        Poll.until(() -> statuses(order).equals(List.of("DELIVERED", "UNRECOGNIZED")));

        assertThat(
                database.number(
                        "select count(*) from event_delivery where id = ? and status = 'PARKED'", number(delivery)),
                equalTo(1L));
        assertThat(receiver.received(order), hasSize(2));
    }

    @Test
    void anEndpointInAStateOfANewerVersionIsShownToldNothingAndNotChanged() {
        String order = anOrder();
        outbox.addEvents(order, 1);
        Poll.until(() -> statuses(order).equals(List.of("DELIVERED")));
        String delivery = told(order, "id").get(0);
        endpointIs("PAUSED");

        asMerchant(merchant)
                .get("/webhook-endpoints")
                .then()
                .statusCode(200)
                .body("items.status", equalTo(List.of("UNRECOGNIZED")));
        laterElsewhere(asMerchant(merchant).post("/webhook-deliveries/" + delivery + "/resend"));
        laterElsewhere(asMerchant(merchant).post("/webhook-endpoints/" + endpoint + "/rotate"));
        laterElsewhere(asMerchant(merchant).delete("/webhook-endpoints/" + endpoint));
        new ResealSecrets(transactions, endpoints, new SecretSeal(rotated()), rotated()).resealAll();

        assertThat(
                database.number(
                        "select count(*) from webhook_endpoint where id = ? and status = 'PAUSED' and version = 0",
                        EndpointId.fromString(endpoint).value()),
                equalTo(1L));
        assertThat(receiver.received(order), hasSize(1));
    }

    @Test
    void whatAnEndpointInAStateOfANewerVersionIsStillToBeToldWaits() {
        receiver.behave((exchange, one) -> WebhookReceiver.status(exchange, one, 500));
        String order = anOrder();
        outbox.addEvents(order, 1);
        Poll.until(() -> receiver.received(order).size() > 0);
        endpointIs("PAUSED");
        receiver.behave((exchange, one) -> WebhookReceiver.status(exchange, one, 204));

        Poll.until(() -> database.number(
                        "select count(*) from event_attempt where result = 'endpoint_unrecognized'"
                                + " and delivery_id in (select id from event_delivery where order_id = ?)",
                        OrderId.fromString(order).value())
                > 0);
        endpointIs("ENABLED");

        Poll.until(() -> statuses(order).equals(List.of("DELIVERED")));
    }

    private TokenConfig rotated() {
        return SecretSealTest.config("a new secret of more than thirty-two bytes", tokenConfig.secret());
    }

    private void endpointIs(String status) {
        database.update(
                "update webhook_endpoint set status = ? where id = ?",
                status,
                EndpointId.fromString(endpoint).value());
    }

    private List<String> statuses(String order) {
        return told(order, "status");
    }

    private List<String> told(String order, String field) {
        Response all = asMerchant(merchant).get("/webhook-deliveries?limit=100");
        all.then().statusCode(200);
        return WebhookTest.told(all, order, field);
    }

    private static long number(String delivery) {
        return DeliveryId.fromString(delivery).value();
    }

    /** An instance of the newer version will answer. */
    private static void laterElsewhere(Response answer) {
        answer.then().statusCode(503).body("code", equalTo("STORE_UNAVAILABLE")).body("retryable", equalTo(true));
    }
}
