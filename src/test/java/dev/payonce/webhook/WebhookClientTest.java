package dev.payonce.webhook;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.lessThan;

import com.sun.net.httpserver.HttpServer;
import dev.payonce.events.Told;
import dev.payonce.testsupport.KeyStores;
import dev.payonce.testsupport.Poll;
import dev.payonce.value.Stopwatch;
import io.netty.resolver.dns.SingletonDnsServerAddressStreamProvider;
import io.smallrye.config.SmallRyeConfigBuilder;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.PfxOptions;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where webhooks go, with real name servers and real sockets. */
class WebhookClientTest {

    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Duration NAME_SERVER_TIMEOUT = Duration.ofSeconds(8);
    private static final int MAX_AT_WORK = 16;
    private static final String PUBLIC = "93.184.216.34";
    private FakeDns dns;
    private Vertx vertx;
    private WebhookConfig config;
    private HostNames hostNames;

    @TempDir
    Path directory;

    @AfterEach
    void stop() throws Exception {
        CountDownLatch closed = new CountDownLatch(1);
        vertx.close().onComplete(done -> closed.countDown());
        closed.await(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        hostNames.close();
        dns.close();
    }

    @Test
    void aNameThatLeadsInsideIsNotConnectedTo() throws Exception {
        WebhookClient client = client(false, (name, count) -> List.of("127.0.0.1"));

        try (ServerSocket inside = listen("127.0.0.1")) {
            Told told = send(client, "https://shop.example:" + inside.getLocalPort() + "/");

            assertThat(told, equalTo(Told.notTold("address_not_allowed")));
            assertThat(wasConnectedTo(inside), is(false));
        }
    }

    @Test
    void aNameThatLeadsBothOutsideAndInsideIsNotConnectedTo() throws Exception {
        WebhookClient client = client(false, (name, count) -> List.of(PUBLIC, "127.0.0.1"));

        try (ServerSocket inside = listen("127.0.0.1")) {
            Told told = send(client, "https://shop.example:" + inside.getLocalPort() + "/");

            assertThat(told, equalTo(Told.notTold("address_not_allowed")));
            assertThat(wasConnectedTo(inside), is(false));
        }
    }

    @Test
    void plainHttpAndLocalAddressesAreRefusedWhateverTheEndpointWasAddedAs() {
        WebhookClient client = client(false, (name, count) -> List.of(PUBLIC));

        assertThat(send(client, "http://shop.example/"), equalTo(Told.notTold("target_not_allowed")));
        assertThat(send(client, "https://127.0.0.1/"), equalTo(Told.notTold("target_not_allowed")));
        assertThat(dns.queries(), equalTo(0));
    }

    /** A name that says one thing when it is checked and another when it is connected to. */
    @Test
    void theAddressThatWasCheckedIsTheOneThatIsConnectedTo() throws Exception {
        AtomicReference<String> host = new AtomicReference<>();
        WebhookClient client = client(true, (name, count) -> List.of(count == 0 ? "127.0.0.2" : "127.0.0.1"));
        HttpServer first = HttpServer.create(new InetSocketAddress("127.0.0.2", 0), 5);
        int port = first.getAddress().getPort();
        first.createContext("/", exchange -> {
            host.set(exchange.getRequestHeaders().getFirst("Host"));
            exchange.sendResponseHeaders(200, -1);
        });
        first.start();

        try (ServerSocket second = listen("127.0.0.1", port)) {
            Told told = send(client, "http://shop.example:" + port + "/hook");

            assertThat(told, equalTo(Told.acknowledged("200")));
            assertThat(host.get(), equalTo("shop.example:" + port));
            assertThat(dns.queries(), equalTo(1));
            assertThat(wasConnectedTo(second), is(false));
        } finally {
            first.stop(0);
        }
    }

    @Test
    void aCertificateMustBeTrustedAndTheHosts() throws Exception {
        Path keys = KeyStores.selfSigned(directory, "shop.example");
        WebhookClient client = client(true, (name, count) -> List.of("127.0.0.1"));
        int port = serveTls(keys);
        PfxOptions trust = new PfxOptions().setPath(keys.toString()).setPassword(KeyStores.PASSWORD);
        WebhookClient trusting = client(new HttpClientOptions().setTrustOptions(trust));

        assertThat(send(client, "https://shop.example:" + port + "/"), equalTo(Told.notTold("tls_failed")));
        assertThat(send(trusting, "https://other.example:" + port + "/"), equalTo(Told.notTold("tls_failed")));
        assertThat(send(trusting, "https://shop.example:" + port + "/"), equalTo(Told.acknowledged("200")));
    }

    @Test
    void aNameServerThatIsSilentHoldsUpNobodyElse() throws Exception {
        WebhookClient client = client(true, (name, count) -> name.startsWith("silent") ? null : List.of("127.0.0.1"));
        HttpServer server = serve(200);
        try {
            AtomicBoolean ended = new AtomicBoolean();
            Stopwatch watch = Stopwatch.start();
            client.send("http://silent.example/", Map.of(), "{}").subscribe().with(told -> ended.set(true));

            Told told =
                    send(client, "http://shop.example:" + server.getAddress().getPort() + "/");

            assertThat(told, equalTo(Told.acknowledged("200")));
            assertThat(ended.get(), is(false));
            assertThat(watch.elapsed(), is(lessThan(NAME_SERVER_TIMEOUT)));
        } finally {
            server.stop(0);
        }
    }

    @Test
    void aNameThatIsNotThereAndAPortThatIsClosedAreTold() throws Exception {
        WebhookClient client =
                client(true, (name, count) -> name.startsWith("nobody") ? List.of() : List.of("127.0.0.1"));
        ServerSocket closed = listen("127.0.0.1");
        closed.close();

        assertThat(send(client, "http://nobody.example/"), equalTo(Told.notTold("name_not_found")));
        assertThat(
                send(client, "http://shop.example:" + closed.getLocalPort() + "/"),
                equalTo(Told.notTold("connection_failed")));
    }

    @Test
    void statusesAreToldApart() throws Exception {
        WebhookClient client = client(true, (name, count) -> List.of("127.0.0.1"));

        assertThat(sendTo(client, 204), equalTo(Told.acknowledged("204")));
        assertThat(sendTo(client, 302), equalTo(Told.notTold("302")));
        assertThat(sendTo(client, 404), equalTo(Told.notTold("404")));
        assertThat(sendTo(client, 410), equalTo(Told.gone("410")));
        assertThat(sendTo(client, 500), equalTo(Told.notTold("500")));
    }

    @Test
    void aConnectionIsUsedAgainAfterAShortAnswer() throws Exception {
        WebhookClient client = client(true, (name, count) -> List.of("127.0.0.1"));
        Set<Integer> ports = ConcurrentHashMap.newKeySet();
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 5);
        server.createContext("/", exchange -> {
            ports.add(exchange.getRemoteAddress().getPort());
            exchange.getRequestBody().readAllBytes();
            exchange.sendResponseHeaders(200, 6);
            exchange.getResponseBody().write("thanks".getBytes());
            exchange.close();
        });
        server.start();
        try {
            String url = "http://shop.example:" + server.getAddress().getPort() + "/";
            Poll.until(() -> {
                ports.clear();
                send(client, url);
                send(client, url);
                return ports.size() == 1;
            });
        } finally {
            server.stop(0);
        }
    }

    @Test
    void anAnswerWithoutEndIsAcknowledgedAndCutOff() throws Exception {
        WebhookClient client = client(true, (name, count) -> List.of("127.0.0.1"));
        AtomicInteger sent = new AtomicInteger();
        CountDownLatch cut = new CountDownLatch(1);
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 5);
        server.createContext("/", exchange -> {
            exchange.sendResponseHeaders(200, 0);
            try (OutputStream body = exchange.getResponseBody()) {
                while (cut.getCount() > 0) {
                    body.write(new byte[1024]);
                    sent.addAndGet(1024);
                }
            } finally {
                cut.countDown();
            }
        });
        server.start();
        try {
            Told told =
                    send(client, "http://shop.example:" + server.getAddress().getPort() + "/");

            assertThat(told, equalTo(Told.acknowledged("200")));
            // long before the time-out, which would end it, too
            assertThat(cut.await(5, TimeUnit.SECONDS), is(true));
            assertThat(sent.get(), is(lessThan(50_000_000)));
        } finally {
            cut.countDown();
            server.stop(0);
        }
    }

    @Test
    void anAttemptThatIsCancelledClosesItsConnection() throws Exception {
        WebhookClient client = client(true, (name, count) -> List.of("127.0.0.1"));
        try (ServerSocket silent = listen("127.0.0.1")) {
            var attempt = client.send("http://shop.example:" + silent.getLocalPort() + "/", Map.of(), "{}")
                    .subscribe()
                    .with(told -> {});
            silent.setSoTimeout((int) PATIENCE.toMillis());
            try (var connection = silent.accept()) {
                connection.setSoTimeout((int) PATIENCE.toMillis());
                byte[] request = new byte[4096];
                assertThat(connection.getInputStream().read(request) > 0, is(true));

                attempt.cancel();

                Poll.until(() -> isClosed(connection));
            }
        }
    }

    private static boolean isClosed(Socket connection) {
        try {
            connection.setSoTimeout(200);
            return connection.getInputStream().read() == -1;
        } catch (SocketTimeoutException open) {
            return false;
        } catch (IOException reset) {
            return true;
        }
    }

    private Told sendTo(WebhookClient client, int status) throws Exception {
        HttpServer server = serve(status);
        try {
            return send(client, "http://shop.example:" + server.getAddress().getPort() + "/");
        } finally {
            server.stop(0);
        }
    }

    private static HttpServer serve(int status) throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 5);
        server.createContext("/", exchange -> exchange.sendResponseHeaders(status, -1));
        server.start();
        return server;
    }

    /** Merchants share hosts: more that hang there than an endpoint may have at once, and then one that answers. */
    @Test
    void whoeverHangsAtAHostHoldsUpNobodyElseThere() throws Exception {
        WebhookClient client = client(true, (name, count) -> List.of("127.0.0.1"));
        CountDownLatch arrived = new CountDownLatch(2 * config.atOnce() + 1);
        int port = serve(request -> {
            if (request.path().equals("/quick")) {
                request.response().end();
            } else {
                arrived.countDown();
            }
        });
        for (long hanging = arrived.getCount(); hanging > 0; hanging--) {
            client.send("http://shop.example:" + port + "/hangs", Map.of(), "{}")
                    .subscribe()
                    .with(told -> {});
        }
        assertThat(arrived.await(PATIENCE.toSeconds(), TimeUnit.SECONDS), is(true));

        Told told = send(client, "http://shop.example:" + port + "/quick");

        assertThat(told, equalTo(Told.acknowledged("200")));
    }

    private int serve(Handler<HttpServerRequest> handler) throws Exception {
        return vertx.createHttpServer()
                .requestHandler(handler)
                .listen(0, "127.0.0.1")
                .toCompletionStage()
                .toCompletableFuture()
                .get(PATIENCE.toSeconds(), TimeUnit.SECONDS)
                .actualPort();
    }

    private int serveTls(Path keys) throws Exception {
        HttpServerOptions options = new HttpServerOptions()
                .setSsl(true)
                .setKeyCertOptions(new PfxOptions().setPath(keys.toString()).setPassword(KeyStores.PASSWORD));
        return vertx.createHttpServer(options)
                .requestHandler(request -> request.response().end("thanks"))
                .listen(0, "127.0.0.1")
                .toCompletionStage()
                .toCompletableFuture()
                .get(PATIENCE.toSeconds(), TimeUnit.SECONDS)
                .actualPort();
    }

    private WebhookClient client(boolean localAllowed, BiFunction<String, Integer, List<String>> names) {
        dns = new FakeDns(names);
        vertx = Vertx.vertx();
        config = config(localAllowed);
        hostNames = new HostNames(config, new SingletonDnsServerAddressStreamProvider(dns.address()));
        return client(new HttpClientOptions());
    }

    private WebhookClient client(HttpClientOptions trust) {
        return new WebhookClient(vertx, new Targets(hostNames, config), config, MAX_AT_WORK, trust);
    }

    private static WebhookConfig config(boolean localAllowed) {
        return new SmallRyeConfigBuilder()
                .addDiscoveredConverters()
                .withMapping(WebhookConfig.class)
                .withDefaultValue("payonce.webhooks.allow-local-targets", Boolean.toString(localAllowed))
                .withDefaultValue("payonce.webhooks.connect-timeout", NAME_SERVER_TIMEOUT.toString())
                .build()
                .getConfigMapping(WebhookConfig.class);
    }

    private static Told send(WebhookClient client, String url) {
        Uni<Told> sending = client.send(url, Map.of("Content-Type", "application/json"), "{}");
        return sending.await().atMost(PATIENCE);
    }

    private static ServerSocket listen(String address) throws Exception {
        return listen(address, 0);
    }

    private static ServerSocket listen(String address, int port) throws Exception {
        return new ServerSocket(port, 5, InetAddress.getByName(address));
    }

    private static boolean wasConnectedTo(ServerSocket server) throws Exception {
        server.setSoTimeout(200);
        try {
            server.accept().close();
            return true;
        } catch (SocketTimeoutException nobody) {
            return false;
        }
    }
}
