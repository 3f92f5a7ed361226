package dev.payonce.faults;

import static dev.payonce.testsupport.Shop.ALICE;
import static dev.payonce.testsupport.Shop.aToken;
import static dev.payonce.testsupport.Shop.anOrder;
import static dev.payonce.testsupport.Shop.as;
import static dev.payonce.testsupport.Shop.asMerchant;
import static dev.payonce.testsupport.Shop.bearer;
import static dev.payonce.testsupport.Shop.code;
import static dev.payonce.testsupport.Shop.orderStatus;
import static dev.payonce.testsupport.Shop.pay;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsInAnyOrder;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.everyItem;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.hasItems;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.in;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.payonce.testsupport.EventStream;
import dev.payonce.testsupport.Poll;
import io.restassured.RestAssured;
import io.restassured.response.Response;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Three instances behind nginx, as docker/ has them; nobody calls an instance itself. Needs Debian's nginx-light, or any other. */
@Tag("faults")
class ManyInstancesIT {

    private static final int PURCHASES = 240;
    private static final int BUYERS = 10;
    private static final int DUPLICATES = 3;
    private static final Duration STOPPED = Duration.ofSeconds(30);

    /** Answers that a client repeats, as README says; 0 stands for none. */
    private static final Set<Integer> NO_END = Set.of(0, 202, 409, 429, 500, 503);

    private static World world;
    private static List<ServiceProcess> instances;
    private static Nginx nginx;

    @BeforeAll
    static void start() {
        assumeTrue(Nginx.isInstalled(), "there is no nginx");
        Map<String, String> behindNginx = Map.of(
                "quarkus.http.proxy.proxy-address-forwarding", "true",
                "quarkus.http.proxy.trusted-proxies", "127.0.0.1");
        world = World.with(behindNginx);
        instances = List.of(world.service(), world.anotherInstance(behindNginx), world.anotherInstance(behindNginx));
    }

    @BeforeEach
    void putNginxInFront() {
        nginx = Nginx.inFrontOf(instances.stream().map(ServiceProcess::port).toList());
        RestAssured.port = nginx.port();
    }

    @AfterEach
    void bringAllBack() {
        nginx.close();
        world.gatewayBehaves(Map.of());
        instances.stream().filter(instance -> !instance.isAlive()).forEach(ServiceProcess::start);
    }

    @AfterAll
    static void stop() {
        if (world != null) {
            instances.forEach(ServiceProcess::close);
            world.close();
        }
    }

    @Test
    void whicheverInstanceDiesOrLeavesEachOrderIsChargedOnceAndEveryCallerIsTold() throws Exception {
        world.gatewayBehaves(Map.of("delayBeforeMillis", 150));
        Map<String, List<Response>> told = new ConcurrentHashMap<>();
        Map<Integer, AtomicInteger> answers = new ConcurrentHashMap<>();
        ExecutorService buyers = Executors.newFixedThreadPool(BUYERS);
        ExecutorService duplicates = Executors.newFixedThreadPool(BUYERS * DUPLICATES);
        for (int i = 0; i < PURCHASES; i++) {
            buyers.execute(() -> buy(duplicates, told, answers));
        }
        buyers.shutdown();

        Poll.until(World.RECOVERY, () -> told.size() > PURCHASES / 4);
        instances.get(0).kill();
        Poll.until(World.RECOVERY, () -> told.size() > PURCHASES / 2);
        instances.get(1).terminate();

        assertTrue(buyers.awaitTermination(2, TimeUnit.MINUTES), "buyers are still at it");
        duplicates.shutdown();
        System.out.println("answers through nginx, by status: " + answers);
        assertThat(instances.get(1).exitStatus(STOPPED), is(in(Set.of(0, 143))));
        assertThat(told.keySet(), hasSize(PURCHASES));
        told.forEach((order, ends) -> {
            assertThat(ends.stream().map(Response::statusCode).toList(), everyItem(equalTo(200)));
            assertThat(ends.stream().map(Response::asString).distinct().toList(), hasSize(1));
            assertThat(world.approved(order), hasSize(1));
            assertThat(orderStatus(order), equalTo("PAID"));
        });
        assertThat(
                nginx.lines().stream()
                        .flatMap(line -> line.instances().stream())
                        .toList(),
                hasItems(addresses().toArray(String[]::new)));
        assertThat(
                nginx.lines().stream()
                        .filter(ManyInstancesIT::isPostThatWasSentTwice)
                        .toList(),
                empty());
    }

    private static void buy(
            ExecutorService duplicates, Map<String, List<Response>> told, Map<Integer, AtomicInteger> answers) {
        String key = UUID.randomUUID().toString();
        Map<String, Object> wish =
                Map.of("customerId", ALICE, "amount", 1800, "currency", "USD", "description", "through nginx");
        String order = untilEnd(answers, () -> asMerchant()
                        .header("Idempotency-Key", key)
                        .body(wish)
                        .post("/orders"))
                .path("id");
        String token = untilEnd(
                        answers, () -> as(ALICE).body(Map.of("orderId", order)).post("/tokens"))
                .path("token");
        told.put(
                order,
                Stream.generate(() ->
                                CompletableFuture.supplyAsync(() -> untilEnd(answers, () -> pay(token)), duplicates))
                        .limit(DUPLICATES)
                        .toList()
                        .stream()
                        .map(CompletableFuture::join)
                        .toList());
    }

    /** Repeats the request until its answer is an end, as clients do. */
    private static Response untilEnd(Map<Integer, AtomicInteger> answers, Supplier<Response> request) {
        Response[] last = new Response[1];
        Poll.until(World.RECOVERY, () -> {
            last[0] = answer(request);
            int status = last[0] == null ? 0 : last[0].statusCode();
            answers.computeIfAbsent(status, key -> new AtomicInteger()).incrementAndGet();
            return !NO_END.contains(status);
        });
        return last[0];
    }

    private static Response answer(Supplier<Response> request) {
        try {
            return request.get();
        } catch (Exception cutOff) {
            return null;
        }
    }

    private static List<String> addresses() {
        return instances.stream()
                .map(instance -> "127.0.0.1:" + instance.port())
                .toList();
    }

    private static boolean isPostThatWasSentTwice(Nginx.Line line) {
        return line.request().startsWith("POST ")
                && line.sent().stream().filter(bytes -> bytes > 0).count() > 1;
    }

    /** Each instance has two of them when one dies. What became of those it cannot say, and nginx does not try them elsewhere. */
    @Test
    void aPaymentThatReachedAnInstanceThatDiesIsLeftToItsCaller() {
        List<String> orders = IntStream.range(0, 6).mapToObj(i -> anOrder()).toList();
        List<String> tokens = orders.stream().map(order -> aToken(order)).toList();
        world.gatewayBehaves(Map.of("delayBeforeMillis", 1500));
        List<CompletableFuture<Response>> payments =
                tokens.stream().map(world::payMeanwhile).toList();
        Poll.until(() ->
                orders.stream().allMatch(order -> world.calls(order, "charge").size() == 1));

        instances.get(2).kill();

        List<Response> answers = payments.stream().map(CompletableFuture::join).toList();
        assertThat(
                answers.stream().map(Response::statusCode).toList(), containsInAnyOrder(200, 200, 200, 200, 500, 500));
        answers.stream().filter(answer -> answer.statusCode() == 500).forEach(lost -> {
            assertThat(code(lost), equalTo("INTERNAL"));
            assertThat(lost.path("retryable"), is(true));
            assertThat(lost.header("Retry-After"), equalTo("1"));
        });
        world.gatewayBehaves(Map.of());
        tokens.forEach(
                token -> assertThat(world.payUntilFinal(token, World.RECOVERY).statusCode(), equalTo(200)));
        orders.forEach(order -> assertThat(world.approved(order), hasSize(1)));
    }

    /** The service's own 502 says how a payment ended: it is passed on as it is. */
    @Test
    void whatTheServiceSaysIsPassedOn() {
        Response refused = pay(aToken(anOrder()), "pm_unheard_of");

        assertThat(refused.asString(), refused.statusCode(), equalTo(502));
        assertThat(code(refused), equalTo("GATEWAY_REFUSED"));
    }

    @Test
    void anInstanceThatWasTakenOutFirstLeavesWithoutAnybodyNoticing() {
        try (Load load = Load.warm(40)) {
            nginx.takeOut(instances.get(0).port());
            instances.get(0).terminate();
            assertThat(instances.get(0).exitStatus(STOPPED), is(in(Set.of(0, 143))));

            List<Load.Seen> seen = load.seen();
            assertThat(seen, hasSize(greaterThan(40)));
            assertThat(
                    Load.counts(seen).toString(),
                    seen.stream().map(Load.Seen::status).toList(),
                    everyItem(is(in(Set.of(200, 201)))));
            load.endAndCheck(world);
            assertThat(
                    nginx.lines().stream()
                            .filter(line -> line.instances().size() > 1)
                            .toList(),
                    empty());
        }
    }

    /** One at each instance. */
    @Test
    void streamsOfEventsAreNotHeldUpAndGoOnAtAnotherInstance() {
        String order = anOrder();
        List<EventStream> streams = Stream.generate(() -> EventStream.open(nginx.port(), bearer(ALICE), order, null))
                .limit(instances.size())
                .toList();
        Poll.until(() -> streams.stream().allMatch(stream -> stream.types().contains("order.created")));

        instances.get(0).kill();
        Poll.until(() -> streams.stream().filter(EventStream::hasEnded).count() == 1);
        EventStream cut =
                streams.stream().filter(EventStream::hasEnded).findFirst().orElseThrow();
        String last = cut.ids().get(cut.ids().size() - 1);
        try (EventStream again = EventStream.open(nginx.port(), bearer(ALICE), order, last)) {
            pay(aToken(order)).then().statusCode(200);

            Poll.until(() -> again.types().contains("order.paid"));
            assertThat(again.ids(), not(hasItem(last)));
            streams.stream()
                    .filter(stream -> stream != cut)
                    .forEach(stream -> Poll.until(() -> stream.types().contains("order.paid")));
        } finally {
            streams.forEach(EventStream::close);
        }
    }

    /** A caller that is not this machine, as far as nginx can see. */
    @Test
    void theServiceHearsTheCallersAddressFromNginxAlone() throws IOException {
        String id = "caller-" + UUID.randomUUID();
        String body = "{\"customerId\":\"alice\",\"amount\":1800,\"currency\":\"USD\"}";
        String request = "POST /orders HTTP/1.1\r\nHost: payonce\r\nContent-Type: application/json\r\n"
                + "Authorization: Bearer " + bearer("shop", "merchant") + "\r\n"
                + "X-Request-Id: " + id + "\r\n"
                + "X-Forwarded-For: 203.0.113.7\r\nForwarded: for=203.0.113.7\r\nX-Forwarded-Proto: https\r\n"
                + "Connection: close\r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
        InetAddress other = InetAddress.getByName("127.0.0.2");
        String answer;
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), nginx.port(), other, 0)) {
            socket.getOutputStream().write(request.getBytes(US_ASCII));
            answer = new String(socket.getInputStream().readAllBytes(), US_ASCII);
        }

        assertThat(answer, answer.startsWith("HTTP/1.1 201"), is(true));
        assertThat(answer, answer.contains("Strict-Transport-Security"), is(false));
        String entry = "select came_from from audit_entry where request_id = '%s'".formatted(id);
        Poll.until(() -> !MySql.texts(entry).isEmpty());
        assertThat(MySql.text(entry), equalTo("127.0.0.2"));
    }
}
