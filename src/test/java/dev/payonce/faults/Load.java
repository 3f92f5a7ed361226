package dev.payonce.faults;

import static dev.payonce.testsupport.Shop.ALICE;
import static dev.payonce.testsupport.Shop.as;
import static dev.payonce.testsupport.Shop.asMerchant;

import dev.payonce.testsupport.Poll;
import io.restassured.response.Response;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/** Shoppers who order, fetch a token, pay and look, at a steady rate, while something happens to the stores. */
final class Load implements AutoCloseable {

    private static final int THREADS = 24;
    private static final int WARM = 20;
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /** One answer. @param status 0 where there was none @param at nanoTime when it came */
    record Seen(String call, int status, Duration took, long at) {}

    private final ScheduledExecutorService shoppers = Executors.newScheduledThreadPool(THREADS);
    private final Queue<Seen> seen = new ConcurrentLinkedQueue<>();
    private final Map<String, String> tokens = new ConcurrentHashMap<>();
    private final Set<String> ordered = ConcurrentHashMap.newKeySet();
    private final Set<String> paid = ConcurrentHashMap.newKeySet();

    private Load(int shoppersPerSecond) {
        asMerchant();
        as(ALICE);
        // a shopper makes four requests, one after the other
        for (int i = 0; i < shoppersPerSecond; i++) {
            shoppers.scheduleAtFixedRate(this::shop, i * 1000L / shoppersPerSecond, 1000, TimeUnit.MILLISECONDS);
        }
    }

    /** About so many requests a second; returns when the first of them have paid. */
    static Load warm(int requestsPerSecond) {
        Load load = new Load(requestsPerSecond / 4);
        try {
            Poll.until(World.RECOVERY, () -> load.paid.size() > WARM);
            return load;
        } catch (AssertionError cold) {
            load.close();
            throw cold;
        }
    }

    private void shop() {
        Map<String, Object> wish =
                Map.of("customerId", ALICE, "amount", 1800, "currency", "USD", "description", "under load");
        Response answer = once("order", () -> asMerchant().body(wish).post("/orders"));
        if (answer == null || answer.statusCode() != 201) {
            return;
        }
        String order = answer.path("id");
        ordered.add(order);
        Response issued =
                once("token", () -> as(ALICE).body(Map.of("orderId", order)).post("/tokens"));
        if (issued != null && issued.statusCode() == 201) {
            String token = issued.path("token");
            tokens.put(order, token);
            Response end = once("pay", () -> as(ALICE)
                    .body(Map.of("token", token, "paymentMethod", "pm_ok"))
                    .post("/pay"));
            if (end != null && end.statusCode() == 200) {
                paid.add(order);
            }
        }
        once("read", () -> asMerchant().get("/orders/" + order));
    }

    private Response once(String call, Supplier<Response> request) {
        long start = System.nanoTime();
        Response answer;
        try {
            answer = request.get();
        } catch (Exception | AssertionError noAnswer) {
            answer = null;
        }
        long end = System.nanoTime();
        seen.add(new Seen(call, answer == null ? 0 : answer.statusCode(), Duration.ofNanos(end - start), end));
        return answer;
    }

    /** What has been seen since this was last asked. */
    List<Seen> seen() {
        List<Seen> taken = new ArrayList<>();
        for (Seen one = seen.poll(); one != null; one = seen.poll()) {
            taken.add(one);
        }
        return taken;
    }

    static Map<String, Integer> counts(List<Seen> seen) {
        Map<String, AtomicInteger> counts = new TreeMap<>();
        seen.forEach(one -> counts.computeIfAbsent(one.call() + " " + one.status(), key -> new AtomicInteger())
                .incrementAndGet());
        Map<String, Integer> numbers = new TreeMap<>();
        counts.forEach((key, number) -> numbers.put(key, number.get()));
        return numbers;
    }

    /** Nobody starts anything new; each token is then repeated until it has paid, and the books are looked at. */
    void endAndCheck(World world) {
        close();
        tokens.values().forEach(token -> world.payUntilFinal(token, World.RECOVERY));
        tokens.keySet().forEach(world::check);
    }

    /** Lets the shoppers go on for a while. */
    void goOn(Duration duration) {
        long end = System.nanoTime() + duration.toNanos();
        while (System.nanoTime() < end) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
        }
    }

    /** Orders that were answered by 201 so far. */
    Set<String> ordered() {
        return Set.copyOf(ordered);
    }

    /** Those of them whose payment was answered by 200. */
    Set<String> paid() {
        return Set.copyOf(paid);
    }

    @Override
    public void close() {
        shoppers.shutdown();
        try {
            if (!shoppers.awaitTermination(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                throw new AssertionError("a shopper is still waiting for an answer after " + PATIENCE);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
