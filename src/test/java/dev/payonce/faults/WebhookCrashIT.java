package dev.payonce.faults;

import static dev.payonce.testsupport.Shop.ALICE;
import static dev.payonce.testsupport.Shop.aToken;
import static dev.payonce.testsupport.Shop.anOrder;
import static dev.payonce.testsupport.Shop.as;
import static dev.payonce.testsupport.Shop.asMerchant;
import static dev.payonce.testsupport.Shop.bearer;
import static dev.payonce.testsupport.Shop.pay;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.everyItem;
import static org.hamcrest.Matchers.in;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.lessThan;
import static org.hamcrest.Matchers.not;

import dev.payonce.testsupport.EventStream;
import dev.payonce.testsupport.Poll;
import dev.payonce.testsupport.Shop;
import dev.payonce.testsupport.Stores;
import dev.payonce.testsupport.WebhookReceiver;
import dev.payonce.testsupport.WebhookReceiver.Received;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Events reach their receivers though the service is killed and the receiver is away: each at least once, in order per order. */
@Tag("faults")
class WebhookCrashIT {

    /** A fiftieth of those that are documented: a receiver that is away for some seconds here is away for minutes. */
    private static final Map<String, String> SHORT_PAUSES = Map.of(
            "payonce.webhooks.allow-local-targets", "true",
            "payonce.webhooks.timeout", "2S",
            "payonce.webhooks.lease", "4S",
            "payonce.webhooks.first-retry", "200MS",
            "payonce.webhooks.max-retry", "2S");

    private static final Duration CAUGHT_UP = Duration.ofSeconds(60);

    private final WebhookReceiver receiver = WebhookReceiver.start();
    private String secret;

    @AfterEach
    void stopReceiving() {
        receiver.close();
    }

    @Test
    void aReceiverThatWasAwayIsToldEverythingThoughTheServiceWasKilledMeanwhile() throws Exception {
        try (World world = World.with(SHORT_PAUSES)) {
            addEndpoint();
            receiver.goDown();
            List<String> orders =
                    IntStream.range(0, 20).mapToObj(i -> anOrder()).toList();
            orders.forEach(WebhookCrashIT::failThenPay);
            world.service().restart();
            receiver.comeBack();
            receiver.answerWith(500);
            Poll.until(CAUGHT_UP, () -> orders.stream()
                    .anyMatch(order -> !receiver.received(order).isEmpty()));
            world.service().restart();

            receiver.answerWith(200);

            Poll.until(CAUGHT_UP, () -> orders.stream().allMatch(this::isTold));
            orders.forEach(this::assertInOrder);
            String log = Files.readString(world.service().log());
            assertThat(log, not(containsString(secret)));
            deleteEndpoints();
        }
    }

    @Test
    void aServiceThatIsKilledWhileItTellsRepeatsWhatItCannotKnow() {
        try (World world = World.with(SHORT_PAUSES);
                ServiceProcess other = world.anotherInstance(SHORT_PAUSES)) {
            addEndpoint();
            receiver.behave((exchange, one) -> {
                pause(100);
                WebhookReceiver.status(exchange, one, 200);
            });
            List<String> orders = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                String order = anOrder();
                failThenPay(order);
                orders.add(order);
                if (i == 10) {
                    other.kill();
                }
                if (i == 20) {
                    world.service().restart();
                }
                if (i == 30) {
                    other.start();
                }
            }

            Poll.until(CAUGHT_UP, () -> orders.stream().allMatch(this::isTold));
            orders.forEach(this::assertInOrder);
            deleteEndpoints();
        }
    }

    @Test
    void openStreamsDoNotKeepTheServiceFromStopping() {
        try (World world = World.with(Map.of("quarkus.shutdown.timeout", "15S"))) {
            String order = anOrder();
            as(ALICE);
            EventStream stream = EventStream.open(world.service().port(), bearer(ALICE), order, null);
            Poll.until(() -> stream.events().size() == 1);
            long start = System.nanoTime();

            world.service().terminate();

            assertThat(world.service().exitStatus(Duration.ofSeconds(30)), is(in(Set.of(0, 143))));
            assertThat(Duration.ofNanos(System.nanoTime() - start), is(lessThan(Duration.ofSeconds(12))));
            assertThat(stream.hasEnded(), is(true));
        }
    }

    @Test
    void aStreamIsToldByAnotherInstanceAndOutlivesMysqlBeingAway() {
        try (World world = World.with(Map.of());
                ServiceProcess other = world.anotherInstance(Map.of())) {
            String order = anOrder();
            as(ALICE);
            try (EventStream stream = EventStream.open(other.port(), bearer(ALICE), order, null)) {
                Poll.until(() -> stream.events().size() == 1);
                pay(aToken(order), "pm_declined").then().statusCode(402);
                Poll.until(() -> stream.types().contains("order.payment_failed"));

                Stores.kill(Stores.mysqlPid());
                pause(3000);
                Stores.restartMysql();
                Poll.until(CAUGHT_UP, () -> world.service().status("/q/health/ready") == 200);
                pay(aToken(order)).then().statusCode(200);

                Poll.until(CAUGHT_UP, () -> stream.types().contains("order.paid"));
                assertThat(stream.hasEnded(), is(false));
            }
        }
    }

    private void addEndpoint() {
        secret = asMerchant()
                .body(Map.of("url", receiver.url()))
                .post("/webhook-endpoints")
                .then()
                .statusCode(201)
                .extract()
                .path("secret");
        receiver.knows(secret);
    }

    private static void deleteEndpoints() {
        List<String> ids = asMerchant().get("/webhook-endpoints").path("items.id");
        ids.forEach(id -> asMerchant().delete("/webhook-endpoints/" + id).then().statusCode(204));
    }

    /** Two events, in this order. Repeated until it has gone through, for somebody may be killed meanwhile. */
    private static void failThenPay(String order) {
        Poll.until(CAUGHT_UP, () -> {
            if (!Shop.orderStatus(order).equals("PENDING")) {
                return true;
            }
            pay(aToken(order), "pm_declined");
            return false;
        });
        pay(aToken(order)).then().statusCode(200);
    }

    private boolean isTold(String order) {
        return receiver.acknowledged(order).stream()
                .anyMatch(one -> one.body().getString("type").equals("order.paid"));
    }

    private void assertInOrder(String order) {
        List<Received> told = receiver.acknowledged(order);
        List<String> firstTimes = told.stream().map(Received::id).distinct().toList();
        List<String> types = firstTimes.stream()
                .map(id -> told.stream()
                        .filter(one -> one.id().equals(id))
                        .findFirst()
                        .orElseThrow())
                .map(one -> one.body().getString("type"))
                .toList();
        assertThat(types, equalTo(List.of("order.payment_failed", "order.paid")));
        assertThat(told.stream().map(Received::signedWith).toList(), everyItem(equalTo(Set.of(secret))));
    }

    private static void pause(int millis) {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(millis));
    }
}
