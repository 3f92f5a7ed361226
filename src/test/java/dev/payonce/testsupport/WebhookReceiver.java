package dev.payonce.testsupport;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** A merchant's receiver: checks signatures by itself, as Standard Webhooks say, and remembers what it was sent. */
public final class WebhookReceiver implements AutoCloseable {

    /** How a request is answered. */
    @FunctionalInterface
    public interface Behaviour {
        void answer(HttpExchange exchange, Received received) throws IOException;
    }

    /**
     * One request.
     *
     * @param signedWith which of the secrets that this receiver knows have signed it
     */
    public record Received(
            String id, String path, JsonObject body, Set<String> signedWith, AtomicInteger status, String host) {

        public String order() {
            return body.getJsonObject("data").getString("orderId");
        }

        public int number() {
            return body.getJsonObject("data").getInteger("number");
        }

        public boolean acknowledged() {
            return status.get() / 100 == 2;
        }
    }

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<Received> received = new CopyOnWriteArrayList<>();
    private final Set<String> secrets = ConcurrentHashMap.newKeySet();
    private volatile Behaviour behaviour = (exchange, one) -> status(exchange, one, 204);
    private HttpServer server;

    private WebhookReceiver(HttpServer server) {
        this.server = server;
        serve();
    }

    public static WebhookReceiver start() {
        return new WebhookReceiver(listen(0));
    }

    private static HttpServer listen(int port) {
        try {
            return HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 100);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void serve() {
        server.setExecutor(threads);
        server.createContext("/", this::handle);
        server.start();
    }

    public String url() {
        return "http://127.0.0.1:" + port() + "/hook";
    }

    public int port() {
        return server.getAddress().getPort();
    }

    /** Whose signatures it looks for. */
    public WebhookReceiver knows(String secret) {
        secrets.add(secret);
        return this;
    }

    public void behave(Behaviour wanted) {
        behaviour = wanted;
    }

    public void answerWith(int status) {
        behave((exchange, one) -> status(exchange, one, status));
    }

    /** Refuses connections, as a machine that is off. */
    public void goDown() {
        server.stop(0);
    }

    /** On the same port as before. */
    public void comeBack() {
        server = listen(port());
        serve();
    }

    public List<Received> received(String order) {
        return received.stream().filter(one -> order.equals(one.order())).toList();
    }

    public List<Received> acknowledged(String order) {
        return received(order).stream().filter(Received::acknowledged).toList();
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            Received one = read(exchange);
            received.add(one);
            behaviour.answer(exchange, one);
        }
    }

    private Received read(HttpExchange exchange) throws IOException {
        String id = exchange.getRequestHeaders().getFirst("webhook-id");
        String timestamp = exchange.getRequestHeaders().getFirst("webhook-timestamp");
        String signatures = exchange.getRequestHeaders().getFirst("webhook-signature");
        String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
        Set<String> signedWith = secrets.stream()
                .filter(secret -> Stream.of(signatures.split(" "))
                        .anyMatch(("v1," + sign(secret, id + "." + timestamp + "." + body))::equals))
                .collect(Collectors.toSet());
        return new Received(
                id,
                exchange.getRequestURI().getPath(),
                new JsonObject(body),
                signedWith,
                new AtomicInteger(),
                exchange.getRequestHeaders().getFirst("Host"));
    }

    public static void status(HttpExchange exchange, Received one, int status) throws IOException {
        exchange.sendResponseHeaders(status, -1);
        one.status().set(status);
    }

    private static String sign(String secret, String content) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(Base64.getDecoder().decode(secret.substring("whsec_".length())), "HmacSHA256"));
            return Base64.getEncoder().encodeToString(mac.doFinal(content.getBytes(UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
