package dev.payonce.faults;

import dev.payonce.testsupport.GatewayClient;
import dev.payonce.testsupport.GatewayStub;
import dev.payonce.testsupport.Poll;
import dev.payonce.testsupport.Shop;
import io.restassured.RestAssured;
import io.restassured.response.Response;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/** The stores, a gateway that outlives everything, and the service in one or more processes. */
public final class World implements AutoCloseable {

    /** The documented recovery time at the settings of {@link ServiceProcess}, where the gateway knows of the charge. */
    static final Duration RECOVERY = Duration.ofSeconds(30);

    private final GatewayStub stub;
    private final ServiceProcess service;
    private final ExecutorService background = Executors.newCachedThreadPool();

    private World(Map<String, String> settings) {
        stub = GatewayStub.start(Path.of("target/faults", "gateway-" + UUID.randomUUID() + ".jsonl")
                .toAbsolutePath());
        service = new ServiceProcess(stub.url(), settings).start();
        RestAssured.port = service.port();
        Shop.forgetSignIns();
    }

    public static World with(Map<String, String> settings) {
        return new World(settings);
    }

    /** For tests of something else: a busy machine, on which all stalls for seconds, is no MySQL that hangs. */
    public static Map<String, String> patient(Map<String, String> settings) {
        Map<String, String> patient = new HashMap<>(settings);
        patient.put("quarkus.datasource.jdbc.additional-jdbc-properties.socketTimeout", "10000");
        patient.put("quarkus.datasource.jdbc.acquisition-timeout", "10S");
        return patient;
    }

    /** @param honoursKeys whether the gateway honours our keys, and the service counts on it */
    static World with(boolean honoursKeys) {
        return with(honoursKeys, Map.of());
    }

    static World with(boolean honoursKeys, Map<String, String> more) {
        Map<String, String> settings = new HashMap<>(more);
        settings.put("payonce.gateway.honours-keys", Boolean.toString(honoursKeys));
        World world = with(settings);
        world.honoursKeys = honoursKeys;
        world.gatewayBehaves(Map.of());
        return world;
    }

    private boolean honoursKeys = true;

    public ServiceProcess service() {
        return service;
    }

    /** @return another instance on the same stores and gateway; to be closed by the caller */
    ServiceProcess anotherInstance(Map<String, String> settings) {
        return new ServiceProcess(stub.url(), settings).start();
    }

    public void gatewayBehaves(Map<String, Object> behaviour) {
        JsonObject all = new JsonObject(new HashMap<>(behaviour)).put("honourKeys", honoursKeys);
        new GatewayClient(stub.url()).behave(all.encode());
    }

    /** Sends {@code /pay} in the background, for something to happen meanwhile. */
    CompletableFuture<Response> payMeanwhile(String token) {
        return payMeanwhile(token, "pm_ok");
    }

    CompletableFuture<Response> payMeanwhile(String token, String paymentMethod) {
        return meanwhile(() -> Shop.pay(token, paymentMethod));
    }

    CompletableFuture<Response> meanwhile(Supplier<Response> call) {
        return CompletableFuture.supplyAsync(call, background);
    }

    /** Sends it to one instance. */
    static Response payAt(int port, String token, String paymentMethod) {
        return Shop.as(Shop.ALICE)
                .port(port)
                .body(Map.of("token", token, "paymentMethod", paymentMethod))
                .post("/pay");
    }

    /** P1 and P2 for one order: the ledger has one charge, or none, and the order says so. */
    void check(String order) {
        String status = Shop.orderStatus(order);
        int charges = approved(order).size();
        if (charges > 1 || (charges == 1) != status.equals("PAID")) {
            throw new AssertionError(order + " is " + status + " with " + charges + " charges");
        }
    }

    public List<JsonObject> calls(String order, String kind) {
        return entries(order, "calls").stream()
                .filter(call -> kind.equals(call.getString("kind")))
                .toList();
    }

    List<JsonObject> approved(String order) {
        return entries(order, "charges").stream()
                .filter(charge -> "approved".equals(charge.getString("status")))
                .toList();
    }

    List<JsonObject> refunds(String order) {
        return entries(order, "refunds");
    }

    private List<JsonObject> entries(String order, String list) {
        return new GatewayClient(stub.url())
                .ledger(order).getJsonArray(list).stream().map(World::object).toList();
    }

    @SuppressWarnings("unchecked")
    private static JsonObject object(Object entry) {
        return entry instanceof JsonObject json ? json : new JsonObject((Map<String, Object>) entry);
    }

    /** Repeats {@code /pay} with the same token until it has a final answer, as a client does. */
    Response payUntilFinal(String token, Duration limit) {
        Response[] last = new Response[1];
        Poll.until(limit, () -> {
            last[0] = Shop.pay(token);
            int status = last[0].statusCode();
            return status == 200 || status == 402 || status == 502;
        });
        return last[0];
    }

    /** A second session's lock on the order's row. */
    Connection lockOrder(String order) throws SQLException {
        Connection session = MySql.session();
        session.setAutoCommit(false);
        try (var lock = session.prepareStatement("select id from orders where id = ? for update")) {
            lock.setLong(1, MySql.id(order));
            lock.executeQuery();
        }
        return session;
    }

    @Override
    public void close() {
        background.shutdownNow();
        service.close();
        stub.close();
    }
}
