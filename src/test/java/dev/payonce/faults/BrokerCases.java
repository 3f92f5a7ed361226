package dev.payonce.faults;

import static dev.payonce.testsupport.Shop.aToken;
import static dev.payonce.testsupport.Shop.anOrder;
import static dev.payonce.testsupport.Shop.anOrderOf;
import static dev.payonce.testsupport.Shop.asMerchant;
import static dev.payonce.testsupport.Shop.goods;
import static dev.payonce.testsupport.Shop.orderStatus;
import static dev.payonce.testsupport.Shop.pay;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.in;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.lessThan;

import dev.payonce.faults.Broker.Sent;
import dev.payonce.testsupport.Poll;
import dev.payonce.testsupport.Stores;
import dev.payonce.value.OrderId;
import io.restassured.RestAssured;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** What must hold on each broker alike: at least once from the broker, once in effect. */
@Tag("brokers")
@TestInstance(Lifecycle.PER_CLASS)
abstract class BrokerCases<B extends Broker> {

    private static final Duration WORKED_OFF = Duration.ofSeconds(180);
    private static final Duration COMES_BACK = Duration.ofSeconds(30);
    private static final int STOCK = 10_000;

    /** The one broker of the class. */
    final B broker;

    private String commands;
    private String dead;
    private String events;

    BrokerCases(B broker) {
        this.broker = broker;
    }

    @AfterAll
    void stopBroker() {
        broker.close();
    }

    /** Each test has queues of its own. */
    @BeforeEach
    void nameQueues() {
        commands = "commands-" + UUID.randomUUID();
        dead = "dead-" + commands;
        events = "events-" + commands;
    }

    Map<String, String> settings() {
        Map<String, String> settings = new HashMap<>(broker.settings());
        settings.put("payonce.messaging.commands", commands);
        settings.put("payonce.messaging.dead-letters", dead);
        settings.put("payonce.messaging.events", events);
        settings.put("payonce.messaging.attempts", "4");
        return settings;
    }

    String commands() {
        return commands;
    }

    String events() {
        return events;
    }

    /** 700 messages, 300 of them twice; two services, one of which is killed; then all of it once more. */
    @Test
    void aThousandMessagesAndADeathAreSevenHundredEffects() {
        broker.create(commands);
        try (World world = World.with(settings());
                ServiceProcess other = world.anotherInstance(settings())) {
            String sku = goods(STOCK);
            List<String> orders =
                    IntStream.range(0, 350).mapToObj(i -> anOrderOf(sku, 1)).toList();
            List<Sent> messages = new ArrayList<>();
            orders.forEach(order -> messages.addAll(List.of(deduction(order, sku), payment(order))));
            List<Sent> thousand = withDuplicates(messages, 300);

            long start = System.nanoTime();
            broker.send(commands, thousand);
            Poll.until(WORKED_OFF, () -> handled(messages) >= 250);
            world.service().kill();
            long atDeath = handled(messages);
            RestAssured.port = other.port();
            Poll.until(WORKED_OFF, () -> allPaid(orders) && broker.backlog(commands) == 0);
            long seconds = Duration.ofNanos(System.nanoTime() - start).toSeconds();
            Tally first = tally(world, orders, messages, sku);

            other.kill();
            boolean rewound = broker.rewind(commands);
            other.start();
            Poll.until(WORKED_OFF, () -> broker.backlog(commands) == 0);
            Tally second = tally(world, orders, messages, sku);

            System.out.printf(
                    "%n| %s | messages | killed at | seconds | handled | charges | goods taken | dead letters |%n"
                            + "|---|---|---|---|---|---|---|---|%n"
                            + "| once | %d | %d | %d | %s |%n| offsets reset: %s | %d | | | %s |%n%n",
                    broker.name(),
                    thousand.size(),
                    atDeath,
                    seconds,
                    first,
                    rewound ? "yes" : "the broker cannot",
                    rewound ? thousand.size() : 0,
                    second);
            Tally right = new Tally(700, 350, 350, 0);
            assertThat(first, equalTo(right));
            assertThat(second, equalTo(right));
            orders.forEach(order -> assertThat(world.approved(order), hasSize(1)));
        }
    }

    /** What is left of it in the stores and in the gateway's books. */
    private record Tally(long handled, long charges, long goodsTaken, long deadLetters) {

        @Override
        public String toString() {
            return handled + " | " + charges + " | " + goodsTaken + " | " + deadLetters;
        }
    }

    private Tally tally(World world, List<String> orders, List<Sent> messages, String sku) {
        long charges =
                orders.stream().mapToLong(order -> world.approved(order).size()).sum();
        long taken = STOCK - Sql.number("select available from stock where sku = ?", sku);
        return new Tally(handled(messages), charges, taken, deadLetters());
    }

    /** C43. */
    @Test
    void nothingIsLostWhenMysqlHangsAndTheServiceDies() throws Exception {
        broker.create(commands);
        try (World world = World.with(settings())) {
            List<String> orders =
                    IntStream.range(0, 99).mapToObj(i -> anOrder()).toList();
            List<Sent> messages = new ArrayList<>();
            orders.forEach(order -> messages.add(payment(order)));
            List<Sent> all = new ArrayList<>(messages);
            String broken = "{\"message_id\":\"broken-" + UUID.randomUUID();
            all.add(50, new Sent(orders.get(50), null, broken));

            world.gatewayBehaves(Map.of("delayBeforeMillis", 100));
            broker.send(commands, all);
            Poll.until(WORKED_OFF, () -> handled(messages) >= 20);
            Stores.pause(Stores.mysqlPid());
            try {
                Poll.until(Duration.ofSeconds(20), () -> world.service().status("/q/health/ready") != 200);
                world.service().kill();
            } finally {
                Stores.resume(Stores.mysqlPid());
            }
            world.service().start();

            Poll.until(WORKED_OFF, () -> allPaid(orders) && broker.backlog(commands) == 0);
            assertThat(handled(messages), equalTo(99L));
            orders.forEach(order -> assertThat(world.approved(order), hasSize(1)));
            assertThat(deadLetters(), equalTo(1L));
            assertThat(broker.contents(dead), hasItem(broken));
        }
    }

    /** C59. */
    @Test
    void badMessagesHoldUpNoGoodOnesAndCostNothing() {
        broker.create(commands);
        try (World world = World.with(settings())) {
            List<String> bad = bad();
            List<String> orders =
                    IntStream.range(0, bad.size() + 1).mapToObj(i -> anOrder()).toList();
            List<Sent> messages = new ArrayList<>();
            List<Sent> all = new ArrayList<>();
            for (int i = 0; i < orders.size(); i++) {
                Sent good = payment(orders.get(i));
                messages.add(good);
                all.add(good);
                if (i < bad.size()) {
                    all.add(new Sent(orders.get(i), null, bad.get(i)));
                }
            }

            broker.send(commands, all);

            Poll.until(COMES_BACK, () -> handled(messages) == messages.size());
            Poll.until(COMES_BACK, () -> broker.backlog(commands) == 0);
            assertThat(deadLetters(), equalTo((long) bad.size()));
            Duration before = cpu(world);
            hold(Duration.ofSeconds(5));
            assertThat(cpu(world).minus(before), is(lessThan(Duration.ofSeconds(2))));
            assertThat(metric(world, "payonce_messages_total", "dead"), containsString(" " + bad.size() + ".0"));
        }
    }

    /** Its length is what the broker takes by default. */
    private List<String> bad() {
        String order = anOrder();
        String nobodys = OrderId.next().toString();
        return List.of(
                "",
                "{",
                "[1,2]",
                envelope(id(), "order.payment", Map.of("order_id", nobodys, "payment_method", "pm_ok")),
                envelope(id(), "order.payment", Map.of("order_id", order)),
                envelope(id(), "order.refund", Map.of("order_id", order)),
                envelope(id(), "inventory.deduct", Map.of("order_id", order, "sku", "tea", "quantity", -1)),
                envelope(null, "order.payment", Map.of("order_id", order, "payment_method", "pm_ok")),
                new JsonObject(envelope(id(), "order.payment", Map.of("order_id", order, "payment_method", "pm_ok")))
                        .put("version", 99)
                        .encode(),
                envelope(id(), "order.payment", Map.of("order_id", order, "payment_method", "x".repeat(1_000_000))));
    }

    /** C62, with messages. */
    @Test
    void messagesInWorkAreFinishedOrGivenBackWhenTheServiceStops() {
        broker.create(commands);
        try (World world = World.with(settings())) {
            List<String> orders =
                    IntStream.range(0, 20).mapToObj(i -> anOrder()).toList();
            List<Sent> messages = orders.stream().map(BrokerCases::payment).toList();
            world.gatewayBehaves(Map.of("delayBeforeMillis", 1000));
            broker.send(commands, messages);
            Poll.until(COMES_BACK, () -> handled(messages) > 0);

            world.service().terminate();
            assertThat(world.service().exitStatus(COMES_BACK), is(in(Set.of(0, 143))));
            assertThat(handled(messages), is(lessThan(20L)));
            world.gatewayBehaves(Map.of());
            world.service().start();

            Poll.until(WORKED_OFF, () -> allPaid(orders) && broker.backlog(commands) == 0);
            orders.forEach(order -> assertThat(world.approved(order), hasSize(1)));
        }
    }

    @Test
    void whatHappenedGoesOutInOrderPerOrder() {
        broker.create(commands);
        broker.create(events);
        try (World world = World.with(settings())) {
            String order = anOrder();
            broker.send(commands, List.of(payment(order, "pm_declined"), payment(order)));

            Poll.until(COMES_BACK, () -> orderStatus(order).equals("PAID"));
            List<JsonObject> told = new ArrayList<>();
            Poll.until(COMES_BACK, () -> {
                broker.contents(events).stream().map(JsonObject::new).forEach(told::add);
                return typesOf(told, order).contains("order.paid");
            });

            List<String> types = typesOf(told, order).stream().distinct().toList();
            assertThat(types, equalTo(List.of("order.payment_failed", "order.paid")));
            assertThat(world.approved(order), hasSize(1));
        }
    }

    private static List<String> typesOf(List<JsonObject> told, String order) {
        return told.stream()
                .filter(event ->
                        event.getJsonObject("data").getString("orderId").equals(order))
                .map(event -> event.getString("type"))
                .toList();
    }

    /** C60: the broker dies and comes back. */
    @Test
    void aBrokerThatIsRestartedIsConsumedFromAgain() {
        broker.create(commands);
        try (World world = World.with(settings())) {
            tenMessagesAreHandled(world);

            broker.restart();

            tenMessagesAreHandled(world);
            Poll.until(COMES_BACK, () -> world.service().status("/q/health/ready") == 200);
        }
    }

    /** C60: for longer than a session or a heartbeat lasts. Its connections stay open, and no payment waits for it. */
    @Test
    void aBrokerThatHangsHoldsUpNoPaymentAndIsConsumedFromAgain() {
        broker.create(commands);
        broker.create(events);
        try (World world = World.with(settings())) {
            tenMessagesAreHandled(world);

            Set<String> untold = new HashSet<>();
            broker.pause();
            try {
                IntStream.range(0, 60).forEach(i -> untold.add(paidOrder()));
                hold(Duration.ofSeconds(15));
            } finally {
                broker.resume();
            }

            tenMessagesAreHandled(world);
            Poll.until(WORKED_OFF, () -> {
                broker.contents(events).stream()
                        .map(JsonObject::new)
                        .filter(event -> event.getString("type").equals("order.paid"))
                        .forEach(event ->
                                untold.remove(event.getJsonObject("data").getString("orderId")));
                return untold.isEmpty();
            });
        }
    }

    static String paidOrder() {
        String order = anOrder();
        pay(aToken(order)).then().statusCode(200);
        return order;
    }

    /** Ten more messages take effect, once each, within the time that C60 gives. */
    void tenMessagesAreHandled(World world) {
        List<String> orders = IntStream.range(0, 10).mapToObj(i -> anOrder()).toList();
        broker.send(commands, orders.stream().map(BrokerCases::payment).toList());

        Poll.until(COMES_BACK, () -> allPaid(orders));

        orders.forEach(order -> assertThat(world.approved(order), hasSize(1)));
    }

    @Test
    void aBrokerThatIsAwayIsSeenInReadinessAlone() {
        Map<String, String> nowhere = new HashMap<>(settings());
        nowhere.putAll(broker.unreachable());
        // it is ready until then, as long as its start may take
        nowhere.put("payonce.messaging.unready-after", "20S");
        try (World world = World.with(nowhere)) {
            Poll.until(Duration.ofSeconds(60), () -> world.service().status("/q/health/ready") == 503);

            assertThat(world.service().status("/q/health/live"), equalTo(200));
            asMerchant().get("/stock").then().statusCode(200);
        }
    }

    /** For what takes time. */
    static void hold(Duration time) {
        long start = System.nanoTime();
        Poll.until(time.plusSeconds(5), () -> System.nanoTime() - start > time.toNanos());
    }

    static Sent payment(String order) {
        return payment(order, "pm_ok");
    }

    private static Sent payment(String order, String paymentMethod) {
        String id = id();
        return new Sent(
                order, id, envelope(id, "order.payment", Map.of("order_id", order, "payment_method", paymentMethod)));
    }

    private static Sent deduction(String order, String sku) {
        String id = id();
        return new Sent(
                order, id, envelope(id, "inventory.deduct", Map.of("order_id", order, "sku", sku, "quantity", 1)));
    }

    private static String id() {
        return "m-" + UUID.randomUUID();
    }

    private static String envelope(String id, String type, Map<String, Object> data) {
        JsonObject envelope = new JsonObject().put("type", type).put("data", new JsonObject(new HashMap<>(data)));
        return (id == null ? envelope : envelope.put("message_id", id)).encode();
    }

    /** Each repeat somewhere behind its original. */
    private static List<Sent> withDuplicates(List<Sent> messages, int duplicates) {
        Random random = new Random(4711);
        List<Sent> all = new ArrayList<>(messages);
        List<Sent> repeated = new ArrayList<>(messages);
        Collections.shuffle(repeated, random);
        for (Sent repeat : repeated.subList(0, duplicates)) {
            int original = all.indexOf(repeat);
            all.add(original + 1 + random.nextInt(all.size() - original), repeat);
        }
        return all;
    }

    private static long handled(List<Sent> messages) {
        Set<String> ids = new HashSet<>();
        messages.forEach(message -> ids.add("'" + message.id() + "'"));
        return Sql.number("select count(*) from inbox_message where message_id in (" + String.join(",", ids) + ")");
    }

    private long deadLetters() {
        return Sql.number("select count(*) from dead_letter where queue = ?", commands);
    }

    private static boolean allPaid(List<String> orders) {
        String ids = String.join(
                ",",
                orders.stream()
                        .map(order -> Long.toString(OrderId.fromString(order).value()))
                        .toList());
        return Sql.number("select count(*) from orders where status = 'PAID' and id in (" + ids + ")") == orders.size();
    }

    private static Duration cpu(World world) {
        return ProcessHandle.of(world.service().pid())
                .flatMap(process -> process.info().totalCpuDuration())
                .orElseThrow();
    }

    private static String metric(World world, String name, String result) {
        return world.service()
                .metrics()
                .lines()
                .filter(line -> line.startsWith(name) && line.contains("result=\"" + result + "\""))
                .findFirst()
                .orElse("");
    }
}
