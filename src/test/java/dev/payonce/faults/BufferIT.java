package dev.payonce.faults;

import static dev.payonce.testsupport.Shop.aToken;
import static dev.payonce.testsupport.Shop.anOrder;
import static dev.payonce.testsupport.Shop.orderStatus;
import static dev.payonce.testsupport.Shop.pay;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.greaterThanOrEqualTo;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.in;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.lessThanOrEqualTo;

import dev.payonce.testsupport.Poll;
import dev.payonce.testsupport.Shop;
import io.restassured.response.Response;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** C33: what was accepted for later comes to its end, whoever is killed, stopped or emptied meanwhile. */
@Tag("faults")
class BufferIT {

    private static final String UNSENT =
            "select count(*) from payment where status = 'PROCESSING' and for_later = true and sends = 0";
    private static final String SENT_AND_OPEN =
            "select count(*) from payment where status = 'PROCESSING' and for_later = true and sends > 0";

    /** Just within the service's patience: the buffer outlasts its filling, however slow that is. */
    private static final Map<String, Object> SLOW = Map.of("delayBeforeMillis", 1500);

    private static final int CLIENTS = 16;
    private static final Duration ALL_ENDED = Duration.ofSeconds(120);

    @Test
    void ofFiveHundredAcceptedWithAKillInBetweenEachEndsWithOneCharge() throws Exception {
        try (World world = World.with(Map.of("payonce.gateway.max-background", "10"))) {
            world.gatewayBehaves(Map.of("delayBeforeMillis", 300));
            List<String> orders = orders(500);
            List<Purchase> purchases = purchases(orders);

            List<Purchase> accepted = buyUntilKilled(world, purchases, 200);
            long unsent = number(UNSENT);
            assertThat("buffered when it was killed", unsent, greaterThan(20L));
            world.service().start();
            List<String> told = accepted.stream().map(Purchase::order).toList();
            Poll.until(ALL_ENDED, () -> paid(told) == told.size());

            // a client that had no answer, or was not served, repeats
            purchases.forEach(purchase -> Poll.until(Duration.ofSeconds(20), () -> Set.of(200, 202)
                    .contains(payLater(world.service(), purchase.token()))));
            Poll.until(ALL_ENDED, () -> paid(orders) == orders.size());

            System.out.printf(
                    "500 payments: killed after %d answers with %d unsent; paid %d, charges %d, calls %d%n",
                    accepted.size(), unsent, paid(orders), charges(world, orders), calls(world, orders));
            assertThat(accepted.size(), greaterThanOrEqualTo(200));
            orders.forEach(order -> assertThat(world.approved(order), hasSize(1)));
        }
    }

    /** What was certainly never sent is sent by whoever comes after; what was at the gateway is looked up. */
    @Test
    void withAGatewayThatIgnoresKeysWhatWasNeverSentIsSentOnce() throws Exception {
        try (World world =
                World.with(Map.of("payonce.gateway.honours-keys", "false", "payonce.gateway.max-background", "2"))) {
            world.gatewayBehaves(Map.of("delayBeforeMillis", 500, "honourKeys", false));
            List<String> orders = orders(30);
            buyUntilKilled(world, purchases(orders), 30);
            long unsent = number(UNSENT);
            assertThat(unsent, greaterThan(10L));

            world.service().start();

            Poll.until(ALL_ENDED, () -> paid(orders) == orders.size());
            orders.forEach(order -> assertThat(world.calls(order, "charge"), hasSize(1)));
            assertThat(charges(world, orders), equalTo(orders.size()));
        }
    }

    /** Killed when the row said that the call was made, and before the gateway had it. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void killedBetweenTheMarkAndTheCallItIsSentAgainOnlyUnderAKeyThatIsHonoured(boolean honoursKeys) throws Exception {
        try (World world = World.with(honoursKeys);
                BlackHole hole = new BlackHole()) {
            String order = anOrder();
            String token = aToken(order);
            world.service().kill();
            try (ServiceProcess marked = world.anotherInstance(Map.of("payonce.gateway.url", hole.url()))) {
                assertThat(payLater(marked, token), equalTo(202));
                Poll.until(() -> hole.connections() > 0 && number(SENT_AND_OPEN) == 1);
            }
            assertThat(world.calls(order, "charge"), hasSize(0));

            world.service().start();

            String end = honoursKeys ? "PAID" : "PAYMENT_FAILED";
            Poll.until(Duration.ofSeconds(60), () -> orderStatus(order).equals(end));
            assertThat(world.calls(order, "charge"), hasSize(honoursKeys ? 1 : 0));
            if (!honoursKeys) {
                pay(token).then().statusCode(502);
                pay(aToken(order)).then().statusCode(200);
            }
            assertThat(world.approved(order), hasSize(1));
        }
    }

    @Test
    void twoInstancesShareTheStreamAndOneTakesOverFromTheOther() throws Exception {
        Map<String, String> few = Map.of("payonce.gateway.max-background", "4", "payonce.buffer.reclaim-after", "2S");
        try (World world = World.with(few);
                ServiceProcess other = world.anotherInstance(few)) {
            world.gatewayBehaves(SLOW);
            List<String> orders = orders(100);
            purchases(orders).forEach(purchase -> assertThat(payLater(other, purchase.token()), equalTo(202)));
            Poll.until(Duration.ofSeconds(30), () -> chargesOf(world.service()) > 5 && chargesOf(other) > 5);
            Poll.until(() -> number(SENT_AND_OPEN) > 4);

            other.kill();
            long left = number(UNSENT);
            assertThat(left, greaterThan(0L));
            world.gatewayBehaves(Map.of());

            Poll.until(ALL_ENDED, () -> paid(orders) == orders.size());
            orders.forEach(order -> assertThat(world.approved(order), hasSize(1)));
        }
    }

    /** Each instance sees what the other has accepted within {@code payonce.buffer.count-every}. */
    @Test
    void theLimitHoldsForTwoInstancesTogether() throws Exception {
        Map<String, String> small = Map.of("payonce.buffer.limit", "30", "payonce.gateway.max-background", "1");
        try (World world = World.with(small);
                ServiceProcess other = world.anotherInstance(small)) {
            world.gatewayBehaves(Map.of("delayBeforeMillis", 1000));
            List<Purchase> purchases = purchases(orders(90));
            List<ServiceProcess> instances = List.of(world.service(), other);

            List<Integer> statuses = IntStream.range(0, 90)
                    .mapToObj(
                            i -> payLater(instances.get(i % 2), purchases.get(i).token()))
                    .toList();

            long accepted = statuses.stream().filter(status -> status == 202).count();
            long deepest = number(UNSENT) + number(SENT_AND_OPEN);
            System.out.printf("limit 30, two instances: %d accepted, %d deep at the end%n", accepted, deepest);
            assertThat(statuses.stream().filter(status -> status == 503).count(), equalTo(90 - accepted));
            assertThat(deepest, lessThanOrEqualTo(60L));
            world.gatewayBehaves(Map.of());
            String refused = purchases.get(statuses.indexOf(503)).token();
            Poll.until(ALL_ENDED, () -> payLater(other, refused) == 202);
        }
    }

    /** C62: what was sent ends with its real answer, what was not stays in the buffer. */
    @Test
    void stoppedForADeployItSendsNothingMoreAndTheNextOneGoesOn() {
        try (World world = World.with(Map.of("payonce.gateway.max-background", "2"))) {
            world.gatewayBehaves(Map.of("delayBeforeMillis", 1500));
            List<String> orders = orders(20);
            purchases(orders).forEach(purchase -> payLater(world.service(), purchase.token()));
            Poll.until(() -> calls(world, orders) >= 2);

            world.service().terminate();
            assertThat(world.service().exitStatus(Duration.ofSeconds(30)), is(in(Set.of(0, 143))));

            assertThat(number(SENT_AND_OPEN), equalTo(0L));
            assertThat(number(UNSENT), greaterThan(10L));
            world.gatewayBehaves(Map.of());
            world.service().start();
            Poll.until(ALL_ENDED, () -> paid(orders) == orders.size());
            orders.forEach(order -> assertThat(world.calls(order, "charge"), hasSize(1)));
        }
    }

    @Test
    void theStreamIsLostInTheMiddle() throws Exception {
        try (World world = World.with(Map.of("payonce.gateway.max-background", "4"))) {
            world.gatewayBehaves(SLOW);
            List<String> orders = orders(60);
            purchases(orders).forEach(purchase -> payLater(world.service(), purchase.token()));
            assertThat(number(UNSENT), greaterThan(20L));

            Redis.flushAll();
            world.gatewayBehaves(Map.of());

            Poll.until(ALL_ENDED, () -> paid(orders) == orders.size());
            orders.forEach(order -> assertThat(world.calls(order, "charge"), hasSize(1)));
        }
    }

    private record Purchase(String order, String token) {}

    private static List<String> orders(int count) {
        return IntStream.range(0, count).mapToObj(i -> anOrder()).toList();
    }

    private static List<Purchase> purchases(List<String> orders) {
        return orders.stream().map(order -> new Purchase(order, aToken(order))).toList();
    }

    /** Many clients buy; at the given number of answers the service is killed under their hands. */
    private static List<Purchase> buyUntilKilled(World world, List<Purchase> purchases, int answers) throws Exception {
        Queue<Purchase> accepted = new ConcurrentLinkedQueue<>();
        Queue<Purchase> left = new ConcurrentLinkedQueue<>(purchases);
        AtomicInteger answered = new AtomicInteger();
        ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
        for (int i = 0; i < CLIENTS; i++) {
            clients.submit(() -> {
                for (Purchase next = left.poll(); next != null; next = left.poll()) {
                    if (payLater(world.service(), next.token()) == 202) {
                        accepted.add(next);
                        answered.incrementAndGet();
                    }
                }
            });
        }
        Poll.until(Duration.ofSeconds(60), () -> answered.get() >= answers);
        world.service().kill();
        clients.shutdown();
        assertThat(clients.awaitTermination(60, TimeUnit.SECONDS), is(true));
        return new ArrayList<>(accepted);
    }

    /** The status; 0 where there is no answer. */
    private static int payLater(ServiceProcess service, String token) {
        try {
            Response answer = Shop.as(Shop.ALICE)
                    .port(service.port())
                    .header("Prefer", "respond-async")
                    .body(Map.of("token", token, "paymentMethod", "pm_ok"))
                    .post("/pay");
            return answer.statusCode();
        } catch (Exception noAnswer) {
            return 0;
        }
    }

    private static long number(String count) {
        return Long.parseLong(MySql.text(count));
    }

    /** One statement: hundreds of requests a look would be the load that is waited for. */
    private static int paid(List<String> orders) {
        String ids =
                orders.stream().map(order -> Long.toString(MySql.id(order))).collect(Collectors.joining(","));
        return (int) number("select count(*) from orders where status = 'PAID' and id in (" + ids + ")");
    }

    private static int charges(World world, List<String> orders) {
        return orders.stream().mapToInt(order -> world.approved(order).size()).sum();
    }

    private static int calls(World world, List<String> orders) {
        return orders.stream()
                .mapToInt(order -> world.calls(order, "charge").size())
                .sum();
    }

    /** How many charges this instance has had answered. */
    private static double chargesOf(ServiceProcess service) {
        return service.metrics()
                .lines()
                .filter(line -> line.startsWith("payonce_gateway_seconds_count") && line.contains("call=\"charge\""))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
                .sum();
    }

    /** Takes connections and never says anything: what is sent to it never becomes a call. */
    private static final class BlackHole implements AutoCloseable {

        private final ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        private final Queue<Socket> connections = new ConcurrentLinkedQueue<>();

        BlackHole() throws IOException {
            Thread acceptor = new Thread(this::accept, "black hole");
            acceptor.setDaemon(true);
            acceptor.start();
        }

        String url() {
            return "http://127.0.0.1:" + server.getLocalPort();
        }

        int connections() {
            return connections.size();
        }

        private void accept() {
            try {
                while (!server.isClosed()) {
                    connections.add(server.accept());
                }
            } catch (IOException closed) {
                // that is how it ends
            }
        }

        @Override
        public void close() throws IOException {
            server.close();
            for (Socket connection : connections) {
                connection.close();
            }
        }
    }
}
