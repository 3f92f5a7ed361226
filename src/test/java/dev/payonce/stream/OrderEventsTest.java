package dev.payonce.stream;

import static dev.payonce.testsupport.Shop.ALICE;
import static dev.payonce.testsupport.Shop.aToken;
import static dev.payonce.testsupport.Shop.anOrder;
import static dev.payonce.testsupport.Shop.as;
import static dev.payonce.testsupport.Shop.asMerchant;
import static dev.payonce.testsupport.Shop.bearer;
import static dev.payonce.testsupport.Shop.pay;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;

import dev.payonce.testsupport.Database;
import dev.payonce.testsupport.EventStream;
import dev.payonce.testsupport.Gateway;
import dev.payonce.testsupport.Poll;
import dev.payonce.testsupport.Stores;
import dev.payonce.testsupport.WithStores;
import dev.payonce.value.OrderId;
import io.quarkus.redis.datasource.RedisDataSource;
import io.quarkus.scheduler.Scheduler;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import io.smallrye.jwt.build.Jwt;
import io.vertx.core.json.JsonObject;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** An order can be watched: from its beginning or from where one was, on any instance, with or without Redis. */
@QuarkusTest
@WithStores
class OrderEventsTest {

    @ConfigProperty(name = "quarkus.http.test-port")
    int port;

    @ConfigProperty(name = "mp.jwt.verify.issuer")
    String issuer;

    @Inject
    StreamsHere streams;

    @Inject
    Database database;

    @Inject
    Scheduler jobs;

    @Inject
    RedisDataSource redis;

    private final List<EventStream> opened = new ArrayList<>();

    @AfterEach
    void closeAll() {
        jobs.resume();
        Gateway.behaveWell();
        opened.forEach(EventStream::close);
        Poll.until(() -> streams.count() == 0);
    }

    @Test
    void aStreamTellsWhatHasHappenedAndThenWhatHappens() {
        String order = anOrder();
        asMerchant()
                .header("If-Match", "\"0\"")
                .body(Map.of("amount", 1700))
                .patch("/orders/" + order)
                .then()
                .statusCode(200);

        EventStream stream = open(order, null);
        Poll.until(() -> stream.events().size() == 2);
        pay(aToken(order), "pm_declined").then().statusCode(402);
        pay(aToken(order)).then().statusCode(200);

        Poll.until(() -> stream.events().size() == 6);
        assertThat(
                stream.types(),
                equalTo(List.of(
                        "order.created",
                        "order.amended",
                        "order.processing",
                        "order.payment_failed",
                        "order.processing",
                        "order.paid")));
        assertThat(stream.ids(), equalTo(List.of("0.0", "1.0", "2.0", "3.0", "4.0", "5.0")));
        JsonObject paid = new JsonObject(stream.events().get(5).data());
        assertThat(paid.fieldNames(), equalTo(java.util.Set.of("at", "from", "to", "version", "actor", "reason")));
        assertThat(paid.getString("to"), equalTo("PAID"));
        assertThat(stream.retry(), equalTo("2000"));
        assertThat(stream.unknown(), is(empty()));
        assertThat(stream.header("Content-Type"), containsString("text/event-stream"));
        assertThat(stream.header("Cache-Control"), equalTo("private, no-cache"));
        assertThat(stream.header("X-Accel-Buffering"), equalTo("no"));
    }

    @Test
    void whoComesBackGoesOnBehindTheLastEventAndMissesNothing() {
        String order = anOrder();
        String payment = pay(aToken(order)).then().statusCode(200).extract().path("id");
        EventStream before = open(order, null);
        Poll.until(() -> before.events().size() == 3);
        before.close();
        String refund = refund(payment, 300).then().statusCode(201).extract().path("id");
        Gateway.behave(Map.of("outcome", "decline"));
        String declined = refund(payment, 200).then().statusCode(402).extract().path("refundId");

        EventStream after = open(order, before.ids().get(2));
        Poll.until(() -> after.events().size() == 3);
        EventStream end = open(order, after.ids().get(1));
        Poll.until(() -> end.events().size() == 1);

        assertThat(after.types(), equalTo(List.of("order.partially_refunded", "refund.succeeded", "refund.failed")));
        assertThat(new JsonObject(after.events().get(1).data()).getString("id"), equalTo(refund));
        assertThat(new JsonObject(after.events().get(2).data()).getString("id"), equalTo(declined));
        assertThat(end.events(), equalTo(List.of(after.events().get(2))));
    }

    @Test
    void aStreamEndsAfterTheOrdersEndAndItsClientIsToldToStayAway() {
        String order = anOrder();
        EventStream stream = open(order, null);
        Poll.until(() -> stream.events().size() == 1);

        as(ALICE).post("/orders/" + order + "/cancel").then().statusCode(200);

        Poll.until(stream::hasEnded);
        assertThat(stream.types(), equalTo(List.of("order.created", "order.cancelled")));
        Response rest = as(ALICE).header("Last-Event-ID", stream.ids().get(0)).get("/orders/" + order + "/events");
        assertThat(rest.statusCode(), equalTo(200));
        assertThat(rest.asString(), containsString("order.cancelled"));
        assertThat(rest.asString(), not(containsString("order.created")));
        as(ALICE)
                .header("Last-Event-ID", stream.ids().get(1))
                .get("/orders/" + order + "/events")
                .then()
                .statusCode(204);
    }

    @Test
    void aPositionThatIsNoneIsRefused() {
        String order = anOrder();

        for (String wrong : List.of("x", "1", "1.", "-1.0", "01.0", "1.0.0", "9999999999.0")) {
            as(ALICE)
                    .header("Last-Event-ID", wrong)
                    .get("/orders/" + order + "/events")
                    .then()
                    .statusCode(400)
                    .body("violations.field", equalTo(List.of("Last-Event-ID")));
        }
    }

    @Test
    void streamsOfOneCallerAndInAllAreBounded() {
        String order = anOrder();
        EventStream first = open(order, null);
        open(order, null);
        open(order, null);

        as(ALICE)
                .get("/orders/" + order + "/events")
                .then()
                .statusCode(429)
                .header("Retry-After", "2")
                .body("code", equalTo("RATE_LIMITED"));
        first.close();
        Poll.until(() -> streams.count() == 2);
        for (int i = 0; i < 18; i++) {
            open(token("merchant-" + i / 3, "merchant", Duration.ofMinutes(1)), order, null);
        }
        as(ALICE).get("/orders/" + order + "/events").then().statusCode(503).body("code", equalTo("OVERLOADED"));

        // twenty streams, and twenty connections to MySQL: none of these is held; the jobs' own transactions come and
        // go
        Poll.until(() -> database.number("select count(*) from information_schema.innodb_trx") == 0);
        pay(aToken(order)).then().statusCode(200);
        Poll.until(
                () -> opened.stream().skip(1).allMatch(stream -> stream.types().contains("order.paid")));
    }

    @Test
    void silenceIsFilledWithComments() {
        EventStream stream = open(anOrder(), null);

        Poll.until(() -> stream.comments() >= 3);

        assertThat(stream.types(), equalTo(List.of("order.created")));
    }

    @Test
    void aStreamDoesNotOutliveItsSignIn() {
        String order = anOrder();
        EventStream stream = open(token(ALICE, "customer", Duration.ofSeconds(5)), order, null);

        Poll.until(stream::hasEnded);

        assertThat(stream.types(), equalTo(List.of("order.created")));
    }

    @Test
    void whatAnotherInstanceDidIsHeardThroughRedisAtOnce() {
        String order = anOrder();
        EventStream stream = open(order, null);
        Poll.until(() -> stream.events().size() == 1);
        jobs.pause();
        moveElsewhere(order, 1);

        redis.pubsub(String.class).publish("payonce:order-moved", order);

        Poll.until(() -> stream.events().size() == 2);
    }

    @Test
    void whileRedisIsAwayMysqlIsLookedAtAndTheBellIsHeardAgainAfterwards() {
        String order = anOrder();
        EventStream stream = open(order, null);
        Poll.until(() -> stream.events().size() == 1);

        Stores.stopRedis();
        try {
            moveElsewhere(order, 1);
            Poll.until(() -> stream.events().size() == 2);
        } finally {
            Stores.restartRedis();
        }

        jobs.pause();
        moveElsewhere(order, 2);
        Poll.until(() -> {
            redis.pubsub(String.class).publish("payonce:order-moved", order);
            return stream.events().size() == 3;
        });
    }

    @Test
    void othersDoNotWatchIt() {
        String order = anOrder();
        as("bob").get("/orders/" + order + "/events").then().statusCode(404);

        EventStream operator = open(token("olga", "operator", Duration.ofMinutes(1)), order, null);

        Poll.until(() -> operator.events().size() == 1);
        assertThat(operator.types(), hasItem("order.created"));
    }

    /** What another instance would do: the row is there, and nobody on this one knows. */
    private void moveElsewhere(String order, int version) {
        long id = OrderId.fromString(order).value();
        database.update(
                "insert into order_history (order_id, version, from_status, to_status, actor, reason, at)"
                        + " values (?, ?, 'PENDING', 'PENDING', 'other', 'amended', utc_timestamp(6))",
                id,
                version);
        database.update("update orders set version = ? where id = ?", version, id);
    }

    private static Response refund(String payment, int amount) {
        return asMerchant()
                .header("Idempotency-Key", UUID.randomUUID().toString())
                .body(Map.of("amount", amount))
                .post("/payments/" + payment + "/refunds");
    }

    private String token(String subject, String role, Duration life) {
        return Jwt.subject(subject).issuer(issuer).groups(role).expiresIn(life).sign();
    }

    private EventStream open(String order, String lastEventId) {
        as(ALICE);
        return open(bearer(ALICE), order, lastEventId);
    }

    private EventStream open(String bearer, String order, String lastEventId) {
        EventStream stream = EventStream.open(port, bearer, order, lastEventId);
        opened.add(stream);
        assertThat(stream.status(), equalTo(200));
        return stream;
    }
}
