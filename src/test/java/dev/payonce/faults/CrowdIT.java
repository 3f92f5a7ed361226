package dev.payonce.faults;

import static dev.payonce.testsupport.Shop.ALICE;
import static dev.payonce.testsupport.Shop.aToken;
import static dev.payonce.testsupport.Shop.anOrder;
import static dev.payonce.testsupport.Shop.as;
import static dev.payonce.testsupport.Shop.goods;
import static dev.payonce.testsupport.Shop.pay;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.lessThan;

import dev.payonce.testsupport.EventStream;
import dev.payonce.testsupport.Poll;
import dev.payonce.testsupport.Shop;
import io.restassured.response.Response;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Many connections that want nothing, or want it slowly: they are carried, bounded and let go, and nobody else waits. */
@Tag("faults")
class CrowdIT {

    private static final int CROWD = 2000;
    private static final int MAX_CONNECTIONS = 2500;
    private static final Duration IDLE = Duration.ofSeconds(5);

    private static final Duration HEAD = Duration.ofSeconds(4);

    /** For a payment on a busy machine; without the crowd it is a fraction of a second. */
    private static final Duration SOON = Duration.ofSeconds(10);

    private static World world;

    private final List<Socket> crowd = new ArrayList<>();

    @BeforeAll
    static void start() {
        world = World.with(Map.of(
                "quarkus.http.idle-timeout", IDLE.toString(),
                "payonce.http.head-timeout", HEAD.toString(),
                "quarkus.http.limits.max-connections", Integer.toString(MAX_CONNECTIONS)));
        pay(aToken(anOrder())).then().statusCode(200);
    }

    @AfterAll
    static void stop() {
        world.close();
    }

    @AfterEach
    void goHome() throws IOException {
        for (Socket one : crowd) {
            one.close();
        }
    }

    @Test
    void idleConnectionsAreCarriedAndThenClosed() throws IOException {
        for (int i = 0; i < CROWD; i++) {
            crowd.add(connect());
        }

        assertPaysSoon();
        Poll.until(IDLE.multipliedBy(4), () -> crowd.stream().allMatch(CrowdIT::isClosed));
    }

    /** A byte each 100 ms is not idle. */
    @Test
    void headsThatComeByteByByteHoldUpNobodyAndAreCutOff() throws IOException {
        for (int i = 0; i < CROWD / 4; i++) {
            crowd.add(connect());
        }
        AtomicBoolean end = new AtomicBoolean();
        Thread drip = new Thread(() -> drip(end));
        drip.start();

        for (int payment = 0; payment < 5; payment++) {
            assertPaysSoon();
        }

        Poll.until(HEAD.multipliedBy(5), () -> crowd.stream().allMatch(CrowdIT::isClosed));
        end.set(true);
        join(drip);
    }

    private void drip(AtomicBoolean end) {
        byte[] head = ("POST /pay HTTP/1.1\r\nHost: payonce\r\nX-Slow: " + "x".repeat(5000)).getBytes(US_ASCII);
        for (int at = 0; at < head.length && !end.get(); at++) {
            for (Socket one : crowd) {
                send(one, head, at);
            }
            LockSupport.parkNanos(Duration.ofMillis(100).toNanos());
        }
    }

    private static void send(Socket one, byte[] head, int at) {
        try {
            one.getOutputStream().write(head, at, 1);
        } catch (IOException cutOff) {
            // as it should be, and seen by whoever looks at the crowd
        }
    }

    @Test
    void aHeadThatIsTooLargeIsRefused() throws IOException {
        Socket one = connect();
        crowd.add(one);

        one.getOutputStream().write(("GET /stock HTTP/1.1\r\nX-Large: " + "x".repeat(30_000)).getBytes(US_ASCII));

        Poll.until(() -> isAnswered(one, 431) || isClosed(one));
    }

    /** What is not read fills the network's buffers, and is then idle. */
    @Test
    void readersWhoDoNotReadAreLetGo() throws IOException {
        List<Map<String, ?>> items = IntStream.range(0, 100)
                .<Map<String, ?>>mapToObj(i -> Map.of("sku", goods(1), "quantity", 1))
                .toList();
        for (int order = 0; order < 10; order++) {
            as(ALICE).body(Map.of("items", items)).post("/orders").then().statusCode(201);
        }
        String ask = "GET /orders?limit=100 HTTP/1.1\r\nHost: payonce\r\nAuthorization: Bearer " + Shop.bearer(ALICE)
                + "\r\n\r\n";
        for (int i = 0; i < 50; i++) {
            Socket one = connect();
            one.getOutputStream().write(ask.repeat(20).getBytes(US_ASCII));
            crowd.add(one);
        }

        assertPaysSoon();
        Poll.until(IDLE.multipliedBy(4), () -> openConnections() < 10);
    }

    @Test
    void aConnectionTooManyIsClosedAndThereIsRoomAgainLater() throws IOException {
        for (int i = 0; i < MAX_CONNECTIONS + 100; i++) {
            crowd.add(connect());
        }

        Poll.until(() -> crowd.stream().filter(CrowdIT::isClosed).count() >= 100);
        for (Socket one : crowd) {
            one.close();
        }
        Poll.until(() -> world.service().status("/q/health/live") == 200);
        assertPaysSoon();
    }

    @Test
    void aFloodOfStreamsIsBoundedForEachCaller() {
        String order = anOrder();
        List<EventStream> streams = IntStream.range(0, 200)
                .mapToObj(i -> EventStream.open(world.service().port(), Shop.bearer(ALICE), order, null))
                .toList();

        Map<Integer, Long> byStatus =
                streams.stream().collect(Collectors.groupingBy(EventStream::status, Collectors.counting()));
        assertThat(byStatus, is(Map.of(200, 10L, 429, 190L)));
        assertPaysSoon();
        streams.forEach(EventStream::close);
    }

    private static void assertPaysSoon() {
        String token = aToken(anOrder());

        Response paid = pay(token);

        assertThat(paid.statusCode(), is(200));
        assertThat(paid.time(), is(lessThan(SOON.toMillis())));
    }

    private static Socket connect() throws IOException {
        Socket socket = new Socket();
        // small, so that what is not read stays with its sender
        socket.setReceiveBufferSize(8192);
        socket.connect(new InetSocketAddress("127.0.0.1", world.service().port()));
        socket.setSoTimeout(1);
        return socket;
    }

    private static boolean isClosed(Socket socket) {
        try {
            InputStream in = socket.getInputStream();
            return in.read() == -1;
        } catch (SocketTimeoutException open) {
            return false;
        } catch (IOException reset) {
            return true;
        }
    }

    private static boolean isAnswered(Socket socket, int status) {
        try {
            return new String(socket.getInputStream().readNBytes(12), US_ASCII).endsWith(" " + status);
        } catch (IOException nothingYet) {
            return false;
        }
    }

    /** As the service counts them. */
    private static double openConnections() {
        return world.service()
                .metrics()
                .lines()
                .filter(line -> line.startsWith("http_server_active_connections"))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
                .sum();
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
