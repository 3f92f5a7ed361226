package dev.payonce.events;

import static dev.payonce.testsupport.Shop.aToken;
import static dev.payonce.testsupport.Shop.anOrder;
import static dev.payonce.testsupport.Shop.pay;
import static io.restassured.RestAssured.given;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.is;

import dev.payonce.store.Transactions;
import dev.payonce.testsupport.CountLimit;
import dev.payonce.testsupport.Database;
import dev.payonce.testsupport.OutboxFixture;
import dev.payonce.testsupport.Poll;
import dev.payonce.testsupport.Race;
import dev.payonce.testsupport.WithStores;
import dev.payonce.value.EventId;
import dev.payonce.value.OrderId;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quarkus.arc.All;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.scheduler.Scheduler;
import io.quarkus.test.junit.QuarkusTest;
import io.vertx.core.json.JsonObject;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Events leave the outbox: in order per order, at least once, to each receiver by itself. */
@QuarkusTest
@WithStores
class RelayTest {

    /** Of a test that takes deliveries itself. */
    private static final Duration LEASE = Duration.ofSeconds(5);

    private static final Duration TAKE_OVER = Duration.ofSeconds(20);

    @Inject
    TestBroker.Steady steady;

    @Inject
    TestBroker.Fickle fickle;

    @Inject
    Relay relay;

    @Inject
    Brokers brokers;

    @Inject
    AddressEvents addressEvents;

    @Inject
    DeliveryBook book;

    @Inject
    ForgetEvents forgetEvents;

    @All
    List<Channel> channels;

    @Inject
    OutboxConfig config;

    @Inject
    Scheduler jobs;

    @Inject
    OutboxFixture outbox;

    @Inject
    Database database;

    @BeforeEach
    void switchOn() {
        steady.switchOn();
        fickle.switchOn();
        brokers.announce();
    }

    @AfterEach
    void switchOff() {
        jobs.resume();
        steady.switchOff();
        fickle.switchOff();
        Poll.until(relay::isIdle);
        database.update("delete from event_receiver");
        database.update("delete from event_delivery where receiver like 'test-%'");
    }

    @Test
    void whatHappensToAnOrderIsToldInItsEnvelope() {
        String order = anOrder();
        pay(aToken(order), "pm_declined").then().statusCode(402);
        String payment = pay(aToken(order)).then().statusCode(200).extract().path("id");

        Poll.until(() -> steady.told(order).size() == 2);

        assertThat(steady.told(order).get(0).type(), equalTo("order.payment_failed"));
        OutgoingEvent paid = steady.told(order).get(1);
        JsonObject json = new JsonObject(paid.json());
        assertThat(json.fieldNames(), equalTo(java.util.Set.of("id", "type", "createdAt", "data")));
        assertThat(json.getString("id"), equalTo(paid.id().toString()));
        assertThat(json.getString("type"), equalTo("order.paid"));
        assertThat(json.getInstant("createdAt"), equalTo(paid.createdAt()));
        JsonObject data = json.getJsonObject("data");
        assertThat(data.getString("id"), equalTo(payment));
        assertThat(data.getString("orderId"), equalTo(order));
        assertThat(data.getInteger("amount"), equalTo(1800));
        assertThat(data.getString("currency"), equalTo("USD"));
        assertThat(data.getString("status"), equalTo("SUCCEEDED"));
        assertThat(data.getString("orderStatus"), equalTo("PAID"));
    }

    @Test
    void manyRelaysTellEachEventOnceAndNoneOvertakesAnotherOfItsOrder() throws Exception {
        List<String> some = IntStream.range(0, 10).mapToObj(i -> anOrder()).toList();
        List<Relay> relays = IntStream.range(0, 3).mapToObj(i -> anotherRelay()).toList();

        Race.run(13, i -> () -> {
            if (i < some.size()) {
                outbox.addEvents(some.get(i), 12);
            } else {
                Poll.until(Duration.ofSeconds(30), () -> {
                    relays.get(i - some.size()).look();
                    return some.stream().allMatch(order -> steady.told(order).size() >= 12);
                });
            }
            return i;
        });

        relays.forEach(relay -> relay.stop(new ShutdownEvent()));
        for (String order : some) {
            assertThat(numbers(steady, order), equalTo(upTo(12)));
        }
        assertThat(steady.overtaken(), is(false));
    }

    @Test
    void aBrokerThatIsDownHoldsUpNobodyAndIsToldEverythingInOrderLater() {
        String order = anOrder();
        fickle.goDown();
        outbox.addEvents(order, 5);

        Poll.until(() -> steady.told(order).size() == 5);
        assertThat(fickle.told(order), is(empty()));
        Poll.until(() -> attempts("test-fickle", order) >= 2);
        fickle.comeBack();

        Poll.until(() -> fickle.told(order).size() == 5);
        assertThat(numbers(fickle, order), equalTo(upTo(5)));
        assertThat(steady.told(order), hasSize(5));
    }

    @Test
    void anInstanceThatDiesInTheMiddleIsReplacedAndItsLateWordDoesNotCount() {
        pauseTheRelay();
        String order = anOrder();
        outbox.addEvents(order, 3);
        addressEvents.address();
        List<Task> ofTheDead = book.take("test-steady", 100, LEASE);
        assertThat(book.take("test-steady", 100, LEASE), is(empty()));

        jobs.resume();
        Poll.until(TAKE_OVER, () -> delivered(order) == 3);
        book.keep(ofTheDead.stream().map(RelayTest::tooLate).toList());

        assertThat(numbers(steady, order), equalTo(upTo(3)));
        assertThat(delivered(order), equalTo(3L));
    }

    /** The answer to a commit was lost, so its results are kept once more. */
    @Test
    void aResultThatIsKeptTwiceCountsOnce() {
        pauseTheRelay();
        String order = anOrder();
        outbox.addEvents(order, 1);
        addressEvents.address();
        List<Ended> results = book.take("test-steady", 1, LEASE).stream()
                .map(RelayTest::logged)
                .toList();

        book.keep(results);
        book.keep(results);

        assertThat(results, hasSize(1));
        long attempts = database.number(
                "select count(*) from event_attempt where delivery_id = ?",
                results.get(0).task().id().value());
        assertThat(attempts, equalTo(1L));
    }

    /** A class that is missing, or no thread to be had: it passes, and so must its effect. */
    @Test
    void anErrorBreaksOffOneRoundOnly() {
        pauseTheRelay();
        Relay another = new Relay(addressEvents, book, withOneThatThrowsOnce(), new AtWork(config), jobs, config);
        String order = anOrder();
        outbox.addEvents(order, 1);

        another.look();
        Poll.until(another::isIdle);
        another.look();

        Poll.until(() -> steady.told(order).size() == 1);
        another.stop(new ShutdownEvent());
    }

    private List<Channel> withOneThatThrowsOnce() {
        AtomicBoolean thrown = new AtomicBoolean();
        Channel failing = new Channel() {

            @Override
            public List<Address> addresses() {
                return List.of();
            }

            @Override
            public Optional<Teller> teller(String receiver) {
                if (thrown.compareAndSet(false, true)) {
                    throw new NoClassDefFoundError("a test");
                }
                return Optional.empty();
            }

            @Override
            public Pace pace() {
                return channels.get(0).pace();
            }
        };
        return Stream.concat(Stream.of(failing), channels.stream()).toList();
    }

    private long delivered(String order) {
        return database.number(
                "select count(*) from event_delivery where receiver = 'test-steady' and status = 'DELIVERED'"
                        + " and order_id = ?",
                id(order));
    }

    @Test
    void anEventIsNotAddressedBeforeAnEarlierOneOfItsOrderThatSomebodyHolds() throws Exception {
        pauseTheRelay();
        String order = anOrder();
        outbox.addEvents(order, 1);
        try (Connection other = database.begin()) {
            Database.update(other, "update outbox_event set type = type where order_id = ?", id(order));
            other.createStatement()
                    .executeQuery("select * from outbox_event where order_id = " + id(order) + " for update");
            outbox.addEvents(order, 1);

            addressEvents.address();

            assertThat(addressed(order), equalTo(0L));
            other.rollback();
        }
        addressEvents.address();
        assertThat(addressed(order), equalTo(2L));
    }

    @Test
    void eventsAreToldInTheOrderInWhichTheyWereWrittenWhateverTheirIdsSay() {
        pauseTheRelay();
        String order = anOrder();
        long late = EventId.next().value();
        long early = EventId.next().value();
        insert(early, order, 1);
        insert(late, order, 2);

        jobs.resume();

        Poll.until(() -> steady.told(order).size() == 2);
        assertThat(numbers(steady, order), equalTo(upTo(2)));
    }

    @Test
    void whatWasToldIsForgottenAfterItsRetentionAndWhatWasNotNever() {
        String told = anOrder();
        String untold = anOrder();
        outbox.addEvents(told, 1);
        Poll.until(() -> deliveredToBoth(told) == 2);
        fickle.goDown();
        outbox.addEvents(untold, 1);
        Poll.until(() -> attempts("test-fickle", untold) > 0);
        database.update(
                "update event_delivery set ended_at = ended_at - interval 8 day where order_id in (?, ?)",
                id(told),
                id(untold));
        database.update(
                "update outbox_event set created_at = created_at - interval 8 day where order_id in (?, ?)",
                id(told),
                id(untold));

        // the job, which looks once a minute, may have the same rows just now
        Poll.until(() -> {
            forgetEvents.deliveries(1000);
            forgetEvents.events(1000);
            return rows("outbox_event", told) == 0;
        });

        assertThat(rows("event_delivery", told), equalTo(0L));
        assertThat(rows("outbox_event", untold), equalTo(1L));
        fickle.comeBack();
        Poll.until(() -> fickle.told(untold).size() == 1);
    }

    @Test
    void whatIsJustBeingSentAgainIsNotForgotten() throws SQLException {
        String order = anOrder();
        outbox.addEvents(order, 1);
        Poll.until(() -> steady.told(order).size() == 1 && fickle.told(order).size() == 1);
        Poll.until(() -> deliveredToBoth(order) == 2);
        database.update("update event_delivery set ended_at = ended_at - interval 8 day where order_id = ?", id(order));

        try (Connection again = database.begin()) {
            Database.update(
                    again,
                    "update event_delivery set status = 'PENDING', ended_at = null, due_at = utc_timestamp(6)"
                            + " where order_id = ? and receiver = ?",
                    id(order),
                    "test-steady");
            forgetEvents.deliveries(1000);
            again.commit();
        }

        assertThat(rows("event_delivery", order), equalTo(1L));
        Poll.until(() -> delivered(order) == 1);
    }

    private long deliveredToBoth(String order) {
        return database.number(
                "select count(*) from event_delivery where order_id = ? and status = 'DELIVERED'", id(order));
    }

    @Test
    void aBrokerThatNobodyHasHadOnForLongIsToldNothingAnyMore() {
        String order = anOrder();
        fickle.switchOff();
        outbox.addEvents(order, 1);
        Poll.until(() -> rows("event_delivery", order) == 2);

        database.update("update event_receiver set seen_at = seen_at - interval 8 day where name = 'test-fickle'");
        forgetEvents.ofForgottenBrokers(1000);
        String later = anOrder();
        outbox.addEvents(later, 1);
        Poll.until(() -> steady.told(later).size() == 1);

        assertThat(rows("event_delivery", order), equalTo(1L));
        assertThat(rows("event_delivery", later), equalTo(1L));
    }

    @Test
    void aBrokerOfThisInstanceIsToldAllOfItHoweverLongNobodyHasRun() {
        fickle.goDown();
        String order = anOrder();
        outbox.addEvents(order, 1);
        Poll.until(() -> attempts("test-fickle", order) > 0);

        database.update("update event_receiver set seen_at = seen_at - interval 8 day");
        forgetEvents.ofForgottenBrokers(1000);
        String later = anOrder();
        outbox.addEvents(later, 1);
        Poll.until(() -> rows("event_delivery", later) == 2);

        fickle.comeBack();
        Poll.until(() -> fickle.told(order).size() == 1 && fickle.told(later).size() == 1);
    }

    @Test
    void theLagIsAMetricForEachReceiver() {
        fickle.goDown();
        String order = anOrder();
        outbox.addEvents(order, 1);

        Poll.until(() -> attempts("test-fickle", order) > 0);

        Poll.until(() -> {
            gauges.count();
            return given().get("/q/metrics")
                    .asString()
                    .matches("(?s).*payonce_outbox_lag_seconds\\{receiver=\"test-fickle\"} [^0].*");
        });
        assertThat(
                given().get("/q/metrics").asString(),
                containsString("payonce_outbox_lag_seconds{receiver=\"outbox\"}"));
        assertThat(
                given().get("/q/metrics").asString(),
                containsString("payonce_outbox_waiting{receiver=\"test-fickle\"}"));
    }

    /** A broker may be away for days. */
    @Test
    void noReceiversQueueIsCountedFurtherThanTheLimit() {
        fickle.goDown();
        String order = anOrder();
        outbox.addEvents(order, 3);
        Poll.until(() -> rows("event_delivery", order) == 6);
        database.update(
                "update event_delivery set created_at = created_at - interval 1 hour where order_id = ?", id(order));
        MeterRegistry meters = new SimpleMeterRegistry();

        OutboxGauges limited = new OutboxGauges(transactions, store, channels, meters, new CountLimit(2));

        // other tests' orders have their events, too
        Poll.until(() -> {
            limited.count();
            return gauge(meters, "payonce.outbox.waiting", "outbox") == 0;
        });

        assertThat(gauge(meters, "payonce.outbox.waiting", "test-fickle"), equalTo(2.0));
        assertThat(gauge(meters, "payonce.outbox.lag", "test-fickle"), greaterThan(3600.0));
        assertThat(gauge(meters, "payonce.outbox.lag", "outbox"), equalTo(0.0));
    }

    private static double gauge(MeterRegistry meters, String name, String receiver) {
        return meters.get(name).tag("receiver", receiver).gauge().value();
    }

    @Inject
    OutboxGauges gauges;

    @Inject
    Transactions transactions;

    @Inject
    EntityManager store;

    private void pauseTheRelay() {
        jobs.pause();
        Poll.until(relay::isIdle);
    }

    private Relay anotherRelay() {
        return new Relay(addressEvents, book, channels, new AtWork(config), jobs, config);
    }

    private void insert(long eventId, String order, int number) {
        database.update(
                "insert into outbox_event (id, order_id, type, data, created_at) values (?, ?, 'order.paid', ?, utc_timestamp(6))",
                eventId,
                id(order),
                "{\"number\":" + number + "}");
    }

    private static List<Integer> numbers(TestBroker broker, String order) {
        return broker.told(order).stream()
                .map(event -> new JsonObject(event.json()).getJsonObject("data").getInteger("number"))
                .toList();
    }

    private static List<Integer> upTo(int last) {
        return IntStream.rangeClosed(1, last).boxed().toList();
    }

    private static Ended tooLate(Task task) {
        return ended(task, Told.gone("too late"), false);
    }

    /** Of a receiver whose attempts are written down. */
    private static Ended logged(Task task) {
        return ended(task, Told.notTold("503"), true);
    }

    private static Ended ended(Task task, Told told, boolean keepsLog) {
        Duration second = Duration.ofSeconds(1);
        Pace pace = new Pace(1, second, Duration.ofSeconds(2), second, 2, second, Optional.empty(), keepsLog);
        return new Ended("test-steady", task, pace, told, second);
    }

    private long addressed(String order) {
        return database.number("select count(*) from outbox_event where order_id = ? and addressed", id(order));
    }

    private long attempts(String receiver, String order) {
        return database.number(
                "select coalesce(max(attempts), 0) from event_delivery where receiver = ? and order_id = ?",
                receiver,
                id(order));
    }

    private long rows(String table, String order) {
        return database.number("select count(*) from " + table + " where order_id = ?", id(order));
    }

    private static long id(String order) {
        return OrderId.fromString(order).value();
    }
}
