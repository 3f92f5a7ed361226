package dev.payonce.webhook;

import static dev.payonce.testsupport.Shop.aToken;
import static dev.payonce.testsupport.Shop.anOrder;
import static dev.payonce.testsupport.Shop.asMerchant;
import static dev.payonce.testsupport.Shop.asOperator;
import static dev.payonce.testsupport.Shop.pay;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.both;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.everyItem;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.greaterThanOrEqualTo;
import static org.hamcrest.Matchers.hasItems;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.lessThanOrEqualTo;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.nullValue;

import dev.payonce.store.Transactions;
import dev.payonce.testsupport.Database;
import dev.payonce.testsupport.OutboxFixture;
import dev.payonce.testsupport.Poll;
import dev.payonce.testsupport.Race;
import dev.payonce.testsupport.WebhookReceiver;
import dev.payonce.testsupport.WebhookReceiver.Received;
import dev.payonce.testsupport.WithStores;
import dev.payonce.token.TokenConfig;
import dev.payonce.value.EndpointId;
import dev.payonce.value.OrderId;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Merchants' endpoints are told what happens: signed, in order per order, whatever the receiver does. */
@QuarkusTest
@WithStores
class WebhookTest {

    /** The default of {@code payonce.webhooks.secrets-at-once}. */
    private static final int SECRETS_AT_ONCE = 5;

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

    @Inject
    MeterRegistry meters;

    @AfterEach
    void stopReceiving() {
        List<String> ids = asMerchant(merchant).get("/webhook-endpoints").path("items.id");
        ids.forEach(id ->
                asMerchant(merchant).delete("/webhook-endpoints/" + id).then().statusCode(204));
        receiver.close();
    }

    @Test
    void aPaymentIsToldSignedAndInItsEnvelope() {
        Response endpoint = addEndpoint(receiver, null);
        assertThat(endpoint.header("Location"), equalTo("/webhook-endpoints/" + endpoint.path("id")));
        String secret = endpoint.path("secret");
        receiver.knows(secret);
        String order = anOrder();

        String payment = pay(aToken(order)).then().statusCode(200).extract().path("id");

        Poll.until(() -> !receiver.acknowledged(order).isEmpty());
        Received paid = receiver.received(order).get(0);
        assertThat(paid.signedWith(), equalTo(Set.of(secret)));
        assertThat(paid.path(), equalTo("/hook"));
        assertThat(paid.body().fieldNames(), equalTo(Set.of("id", "type", "createdAt", "data")));
        assertThat(paid.body().getString("id"), equalTo(paid.id()));
        assertThat(paid.body().getString("type"), equalTo("order.paid"));
        assertThat(paid.body().getJsonObject("data").getString("id"), equalTo(payment));
        assertThat(paid.body().getJsonObject("data").getString("orderStatus"), equalTo("PAID"));
    }

    @Test
    void aReceiverThatIsDownForAWhileIsToldEverythingOnceAndInOrder() {
        String endpoint = addEndpoint(receiver, null).path("id");
        List<String> orders = IntStream.range(0, 5).mapToObj(i -> anOrder()).toList();
        receiver.answerWith(503);
        orders.forEach(order -> outbox.addEvents(order, 3));
        Poll.until(
                () -> orders.stream().allMatch(order -> receiver.received(order).size() >= 2));
        receiver.goDown();
        orders.forEach(order -> outbox.addEvents(order, 2));
        Poll.until(() -> failedConnections(endpoint) >= 5);

        receiver.answerWith(200);
        receiver.comeBack();

        Poll.until(Duration.ofSeconds(20), () -> orders.stream()
                .allMatch(order -> receiver.acknowledged(order).size() == 5));
        for (String order : orders) {
            assertThat(numbers(receiver.acknowledged(order)), equalTo(List.of(1, 2, 3, 1, 2)));
            assertThat(
                    receiver.received(order).stream()
                            .filter(one -> !one.acknowledged())
                            .map(Received::id)
                            .distinct()
                            .toList(),
                    equalTo(List.of(receiver.acknowledged(order).get(0).id())));
        }
    }

    @Test
    void anAnswerThatComesTooLateIsNoneAndTheRepeatIsKnownByItsId() {
        addEndpoint(receiver, null);
        String order = anOrder();
        CountDownLatch never = new CountDownLatch(1);
        receiver.behave((exchange, one) -> {
            if (receiver.received(order).size() == 1) {
                await(never);
            }
            WebhookReceiver.status(exchange, one, 200);
        });

        outbox.addEvents(order, 2);

        Poll.until(() -> receiver.acknowledged(order).size() == 2);
        List<Received> all = receiver.received(order);
        assertThat(numbers(all), equalTo(List.of(1, 1, 2)));
        assertThat(all.get(0).id(), equalTo(all.get(1).id()));
        never.countDown();
    }

    @Test
    void aRedirectIsNotFollowedButARefusal() {
        addEndpoint(receiver, null);
        String order = anOrder();
        receiver.behave((exchange, one) -> {
            exchange.getResponseHeaders().add("Location", "/elsewhere");
            WebhookReceiver.status(exchange, one, receiver.received(order).size() == 1 ? 303 : 299);
        });

        outbox.addEvents(order, 1);

        Poll.until(() -> receiver.acknowledged(order).size() == 1);
        assertThat(receiver.received(order).stream().map(Received::path).toList(), equalTo(List.of("/hook", "/hook")));
        Poll.until(() -> told(order, "log.result").equals(List.of(List.of("303", "299"))));
    }

    @Test
    void gone410DisablesTheEndpointForGood() {
        String id = addEndpoint(receiver, null).path("id");
        String order = anOrder();
        receiver.answerWith(500);
        outbox.addEvents(order, 3);
        Poll.until(() -> told(order, "status").size() == 3);

        receiver.behave(
                (exchange, one) -> WebhookReceiver.status(exchange, one, order.equals(one.order()) ? 410 : 200));

        Poll.until(() -> told(order, "status").equals(List.of("FAILED", "FAILED", "FAILED")));
        asMerchant(merchant).get("/webhook-endpoints").then().body("items[0].status", equalTo("DISABLED"));
        assertThat(Set.copyOf(numbers(receiver.received(order))), equalTo(Set.of(1)));
        assertThat(told(order, "log.result.flatten()"), hasItems("410", "endpoint_disabled"));
        resend(newest(order)).then().statusCode(409).body("code", equalTo("WEBHOOK_ENDPOINT_DISABLED"));
        String later = anOrder();
        outbox.addEvents(later, 1);
        Poll.until(() -> waiting(later) == 0);
        Response all = deliveries("?limit=100&endpoint=" + id);
        assertThat(told(all, order, "id"), hasSize(3));
        assertThat(told(all, later, "id"), hasSize(0));
    }

    /** The answer with the second secret may have been lost: whoever knows the first one must not notice. */
    @Test
    void afterRotationsEachSecretBeforeThemSignsForAWhile() {
        Response endpoint = addEndpoint(receiver, null);
        String first = endpoint.path("secret");
        String second = rotate(endpoint.path("id")).path("secret");
        Response rotated = rotate(endpoint.path("id"));
        String third = rotated.path("secret");
        assertThat(rotated.path("previousSecretUntil"), is(not(nullValue())));
        receiver.knows(first).knows(second).knows(third);

        assertThat(signedWith(), equalTo(Set.of(first, second, third)));
        firstSecretEnds(endpoint);
        assertThat(signedWith(), equalTo(Set.of(second, third)));
        database.update("update webhook_endpoint set previous_until = utc_timestamp(6) where id = ?", number(endpoint));
        assertThat(signedWith(), equalTo(Set.of(third)));
    }

    @Test
    void noMoreThanSoManySecretsSignAtOnce() {
        Response endpoint = addEndpoint(receiver, null);
        String id = endpoint.path("id");
        receiver.knows(endpoint.path("secret"));
        for (int rotations = 1; rotations < SECRETS_AT_ONCE; rotations++) {
            rotate(id);
        }

        asMerchant(merchant)
                .post("/webhook-endpoints/" + id + "/rotate")
                .then()
                .statusCode(429)
                .header(
                        "Retry-After",
                        Integer::parseInt,
                        both(greaterThan(86_000)).and(lessThanOrEqualTo(86_400)))
                .body("limit", equalTo("webhook-secrets"));
        assertThat(signedWith(), hasSize(1));

        firstSecretEnds(endpoint);
        rotate(id);
        assertThat(signedWith(), empty());
    }

    private static long number(Response endpoint) {
        return EndpointId.fromString(endpoint.path("id")).value();
    }

    private void firstSecretEnds(Response endpoint) {
        database.update(
                "update webhook_earlier_secret set signs_until = utc_timestamp(6) where line = 0 and endpoint_id = ?",
                number(endpoint));
    }

    /** Which of the secrets that the receiver knows the next event is signed with. */
    private Set<String> signedWith() {
        String order = anOrder();
        outbox.addEvents(order, 1);
        Poll.until(() -> receiver.acknowledged(order).size() == 1);
        return receiver.received(order).get(0).signedWith();
    }

    @Test
    void aSlowReceiverHoldsNobodyUpAndIsNotOverrun() {
        CountDownLatch release = new CountDownLatch(1);
        try (WebhookReceiver slow = WebhookReceiver.start()) {
            slow.behave((exchange, one) -> {
                await(release);
                WebhookReceiver.status(exchange, one, 200);
            });
            String slowId = addEndpoint(slow, null).path("id");
            addEndpoint(receiver, null);
            List<String> orders =
                    IntStream.range(0, 15).mapToObj(i -> anOrder()).toList();

            orders.forEach(order -> outbox.addEvents(order, 2));

            Poll.until(() -> {
                assertThat(atWork(slowId), is(lessThanOrEqualTo(5L)));
                return orders.stream()
                        .allMatch(order -> receiver.acknowledged(order).size() == 2);
            });
            release.countDown();
            Poll.until(Duration.ofSeconds(20), () -> orders.stream()
                    .allMatch(order -> distinct(slow.acknowledged(order)).size() == 2));
            assertThat(
                    orders.stream()
                            .map(order -> distinct(slow.acknowledged(order)))
                            .toList(),
                    everyItem(equalTo(List.of(1, 2))));
        }
    }

    @Test
    void whatIsGivenUpLetsTheNextOneGoAndCanBeSentAgain() {
        double givenUpBefore = givenUp();
        addEndpoint(receiver, null);
        String order = anOrder();
        receiver.behave((exchange, one) -> WebhookReceiver.status(exchange, one, one.number() == 1 ? 500 : 200));

        outbox.addEvents(order, 2);
        Poll.until(() -> receiver.received(order).size() == 2);
        database.update(
                "update event_delivery set since = since - interval 1 minute where order_id = ?",
                OrderId.fromString(order).value());

        Poll.until(() -> receiver.acknowledged(order).size() == 1);
        assertThat(receiver.acknowledged(order).get(0).number(), equalTo(2));
        Poll.until(() -> told(order, "status").equals(List.of("DELIVERED", "FAILED")));
        Poll.until(() -> givenUp() > givenUpBefore);
        assertThat(this.<Integer>told(order, "attempts").get(1), is(greaterThanOrEqualTo(2)));
        assertThat(told(order, "endedAt").get(1), is(not(nullValue())));
        List<String> ids = told(order, "id");
        receiver.answerWith(200);

        resend(ids.get(1))
                .then()
                .statusCode(202)
                .body("status", equalTo("PENDING"))
                .body("endedAt", nullValue());

        Poll.until(() -> receiver.acknowledged(order).size() == 2);
        Poll.until(() -> told(order, "status").equals(List.of("DELIVERED", "DELIVERED")));
        resend(ids.get(0)).then().statusCode(202);
        Poll.until(() -> receiver.acknowledged(order).size() == 3);
        assertThat(
                receiver.acknowledged(order).get(2).id(),
                equalTo(receiver.acknowledged(order).get(0).id()));
    }

    private double givenUp() {
        return meters.get("payonce.outbox.given.up").counter().count();
    }

    @Test
    void onlyTheTypesThatAreWantedAreTold() {
        addEndpoint(receiver, List.of("order.payment_failed", "order.payment_failed"));
        String order = anOrder();
        pay(aToken(order), "pm_declined").then().statusCode(402);
        pay(aToken(order)).then().statusCode(200);
        String later = anOrder();
        pay(aToken(later), "pm_declined").then().statusCode(402);

        Poll.until(() -> receiver.acknowledged(later).size() == 1);

        assertThat(receiver.received(order), hasSize(1));
        assertThat(
                receiver.received(order).get(0).body().getJsonObject("data").getString("declineCode"),
                equalTo("do_not_honor"));
    }

    @Test
    void aMerchantSeesAndTouchesNothingOfAnother() {
        String id = addEndpoint(receiver, null).path("id");
        String order = anOrder();
        outbox.addEvents(order, 1);
        Poll.until(() -> told(order, "status").equals(List.of("DELIVERED")));
        String delivery = newest(order);
        String other = "shop-" + UUID.randomUUID();

        asMerchant(other).get("/webhook-endpoints").then().statusCode(200).body("items.size()", equalTo(0));
        asMerchant(other).get("/webhook-deliveries").then().statusCode(200).body("items.size()", equalTo(0));
        asMerchant(other).get("/webhook-deliveries?endpoint=" + id).then().statusCode(400);
        asMerchant(other).delete("/webhook-endpoints/" + id).then().statusCode(404);
        asMerchant(other).post("/webhook-endpoints/" + id + "/rotate").then().statusCode(404);
        asMerchant(other)
                .post("/webhook-deliveries/" + delivery + "/resend")
                .then()
                .statusCode(404);
    }

    @Test
    void anOperatorSeesWhatEverybodyWasToldAndTellsItAgain() {
        String endpoint = addEndpoint(receiver, null).path("id");
        String order = anOrder();
        outbox.addEvents(order, 1);
        Poll.until(() -> told(order, "status").equals(List.of("DELIVERED")));
        String delivery = newest(order);
        String shown = "items.find { it.id == '" + delivery + "' }";

        asOperator()
                .get("/deliveries?limit=100&status=DELIVERED")
                .then()
                .statusCode(200)
                .body(shown + ".receiver", equalTo(endpoint))
                .body(shown + ".orderId", equalTo(order));
        asOperator().get("/deliveries?limit=100").then().statusCode(200).body(shown + ".status", equalTo("DELIVERED"));
        asOperator().get("/deliveries?limit=1").then().statusCode(200).body("items", hasSize(1));
        asOperator()
                .get("/deliveries?limit=100&status=FAILED")
                .then()
                .statusCode(200)
                .body("items.id", not(hasItems(delivery)));
        asOperator().post("/webhook-deliveries/" + delivery + "/resend").then().statusCode(202);
        Poll.until(() -> receiver.acknowledged(order).size() == 2);
        asOperator().get("/deliveries?status=x").then().statusCode(400);
        asOperator().get("/deliveries?after=x").then().statusCode(400);
    }

    @Test
    void listsArePages() {
        List<String> ids = IntStream.range(0, 3)
                .mapToObj(i -> addEndpoint(receiver, null).<String>path("id"))
                .toList();
        String order = anOrder();
        outbox.addEvents(order, 2);
        Poll.until(() -> told(order, "status").equals(Collections.nCopies(6, "DELIVERED")));

        Response page = asMerchant(merchant).get("/webhook-endpoints?limit=2");
        Response rest = asMerchant(merchant).get("/webhook-endpoints?limit=2&after=" + page.path("next"));
        assertThat(page.path("items.id"), equalTo(List.of(ids.get(2), ids.get(1))));
        assertThat(rest.path("items.id"), equalTo(List.of(ids.get(0))));
        assertThat(rest.path("next"), nullValue());
        Response first = deliveries("?limit=4");
        Response second = deliveries("?limit=100&after=" + first.path("next"));
        List<String> both = new ArrayList<>(told(first, order, "id"));
        both.addAll(told(second, order, "id"));
        assertThat(first.<List<String>>path("items.id"), hasSize(4));
        assertThat(both, equalTo(told(order, "id")));
        assertThat(second.path("next"), nullValue());
        asMerchant(merchant).get("/webhook-endpoints?after=x").then().statusCode(400);
        deliveries("?after=x").then().statusCode(400);
        deliveries("?endpoint=x").then().statusCode(400);
    }

    @Test
    void aMerchantHasNoMoreEndpointsThanTheLimitWhoeverRaces() throws Exception {
        List<Integer> statuses =
                Race.run(15, i -> () -> post(Map.of("url", receiver.url())).statusCode());

        assertThat(statuses.stream().filter(status -> status == 201).toList(), hasSize(10));
        assertThat(statuses.stream().filter(status -> status == 409).toList(), hasSize(5));
        assertThat(post(Map.of("url", receiver.url())).path("code"), equalTo("WEBHOOK_ENDPOINT_LIMIT"));
        String one = asMerchant(merchant).get("/webhook-endpoints").path("items[0].id");
        asMerchant(merchant).delete("/webhook-endpoints/" + one).then().statusCode(204);
        addEndpoint(receiver, null);
    }

    @Test
    void aDeletedEndpointIsToldNothingMoreAndGoneForItsMerchant() {
        String id = addEndpoint(receiver, null).path("id");
        receiver.answerWith(500);
        String order = anOrder();
        outbox.addEvents(order, 1);
        Poll.until(() -> !receiver.received(order).isEmpty());

        asMerchant(merchant).delete("/webhook-endpoints/" + id).then().statusCode(204);

        asMerchant(merchant).delete("/webhook-endpoints/" + id).then().statusCode(404);
        Poll.until(() -> database.number(
                        "select count(*) from event_delivery where receiver = ? and order_id = ? and status = 'FAILED'",
                        id,
                        OrderId.fromString(order).value())
                == 1);
        assertThat(deliveries("").path("items.size()"), equalTo(0));
        outbox.addEvents(order, 1);
        Poll.until(() -> waiting(order) == 0);
        assertThat(numbers(receiver.received(order)), everyItem(equalTo(1)));
    }

    @Test
    void aSecretIsShownOnceAndIsNotReadableAtRest() {
        Response endpoint = addEndpoint(receiver, List.of("order.paid"));
        String secret = endpoint.path("secret");

        String listed = asMerchant(merchant).get("/webhook-endpoints").asString();

        assertThat(listed, containsString(endpoint.path("id")));
        assertThat(listed, not(containsString("whsec_")));
        assertThat(
                database.number(
                        "select locate(from_base64(?), secret) from webhook_endpoint where id = ?",
                        secret.substring("whsec_".length()),
                        EndpointId.fromString(endpoint.path("id")).value()),
                equalTo(0L));
    }

    @Test
    void afterARotationOfTheTokenSecretEndpointsAreSealedAnew() {
        Response endpoint = addEndpoint(receiver, null);
        rotate(endpoint.path("id"));
        rotate(endpoint.path("id"));
        EndpointId id = EndpointId.fromString(endpoint.path("id"));
        receiver.knows(endpoint.path("secret"));
        String before = tokenConfig.secret();
        String other = "another secret of thirty-two bytes or more";

        reseal(other, before);
        assertThat(isStale(SecretSealTest.seal(other, before), id), is(false));
        reseal(before, other);

        assertThat(isStale(SecretSealTest.seal(before, null), id), is(false));
        String order = anOrder();
        outbox.addEvents(order, 1);
        Poll.until(() -> receiver.acknowledged(order).size() == 1);
        assertThat(receiver.received(order).get(0).signedWith(), hasSize(1));
    }

    private void reseal(String secret, String previous) {
        TokenConfig config = SecretSealTest.config(secret, previous);
        new ResealSecrets(transactions, endpoints, new SecretSeal(config), config).run();
    }

    private boolean isStale(SecretSeal seal, EndpointId id) {
        byte[] sealed = transactions.inNew(() -> endpoints.findById(id.value()).secret());
        return seal.open(sealed, id).orElseThrow().stale();
    }

    @Test
    void whatIsNoTargetOrTypeIsRefusedAndNamed() {
        for (String url : List.of("", "x", "ftp://shop.example/", "http://user@127.0.0.1/", "http://127.1/")) {
            post(Map.of("url", url)).then().statusCode(400).body("violations.field", equalTo(List.of("url")));
        }
        post(Map.of()).then().statusCode(400).body("violations.field", equalTo(List.of("url")));
        post(Map.of("url", receiver.url(), "events", List.of()))
                .then()
                .statusCode(400)
                .body("violations.field", equalTo(List.of("events")));
        post(Map.of("url", receiver.url(), "events", List.of("order.paid", "order.eaten")))
                .then()
                .statusCode(400)
                .body("violations.field", equalTo(List.of("events[1]")));
    }

    private long atWork(String endpoint) {
        return database.number(
                "select count(*) from event_delivery where receiver = ? and status = 'PENDING' and lease_until > utc_timestamp(6)",
                endpoint);
    }

    private long failedConnections(String endpoint) {
        return database.number(
                "select count(*) from event_attempt where result = 'connection_failed'"
                        + " and delivery_id in (select id from event_delivery where receiver = ?)",
                endpoint);
    }

    private long waiting(String order) {
        return database.number(
                "select count(*) from outbox_event where addressed = false and order_id = ?",
                OrderId.fromString(order).value());
    }

    private Response addEndpoint(WebhookReceiver at, List<String> events) {
        Map<String, Object> body = new HashMap<>(Map.of("url", at.url()));
        body.put("events", events);
        Response answer = post(body);
        answer.then().statusCode(201);
        return answer;
    }

    private Response post(Map<String, ?> body) {
        return asMerchant(merchant).body(body).post("/webhook-endpoints");
    }

    private Response rotate(String id) {
        Response answer = asMerchant(merchant).post("/webhook-endpoints/" + id + "/rotate");
        answer.then().statusCode(200);
        return answer;
    }

    private Response deliveries(String query) {
        return asMerchant(merchant).get("/webhook-deliveries" + query);
    }

    /** A field of what was told of this order, newest first: endpoints are told of everybody's orders. */
    private <T> List<T> told(String order, String field) {
        return told(deliveries("?limit=100"), order, field);
    }

    static <T> List<T> told(Response deliveries, String order, String field) {
        return deliveries.path("items.findAll { it.orderId == '" + order + "' }." + field);
    }

    private String newest(String order) {
        return this.<String>told(order, "id").get(0);
    }

    private Response resend(String id) {
        return asMerchant(merchant).post("/webhook-deliveries/" + id + "/resend");
    }

    private static List<Integer> numbers(List<Received> received) {
        return received.stream().map(Received::number).toList();
    }

    private static List<Integer> distinct(List<Received> received) {
        return received.stream().map(Received::number).distinct().toList();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await(30, TimeUnit.SECONDS);
        } catch (InterruptedException closing) {
            Thread.currentThread().interrupt();
        }
    }
}
