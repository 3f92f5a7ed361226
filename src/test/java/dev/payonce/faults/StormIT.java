package dev.payonce.faults;

import static dev.payonce.testsupport.Shop.asMerchant;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.empty;

import dev.payonce.testsupport.Poll;
import io.restassured.path.json.JsonPath;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Random clients against two instances while all that they run on is killed, frozen and flushed; then the promises are
 * checked against the gateway's ledger, order by order. {@code mvn verify -Pstorm -Dminutes=10 -Dseed=1}
 */
@Tag("storm")
class StormIT {

    private static final int CLIENTS = 8;
    private static final int GOODS = 100_000;
    private static final Duration QUIET = Duration.ofMinutes(3);
    private static final Set<String> UNPAID = Set.of("PENDING", "PAYMENT_FAILED", "CANCELLED", "EXPIRED");

    private final StormRecord record = new StormRecord();

    @Test
    void allPromisesHoldThroughTheStorm() throws Exception {
        long seed = Long.getLong("seed", System.nanoTime());
        long end = System.nanoTime()
                + Duration.ofMinutes(Long.getLong("minutes", 1)).toNanos();
        try (World world = World.with(Map.of());
                ServiceProcess other = world.anotherInstance(Map.of())) {
            List<ServiceProcess> services = List.of(world.service(), other);
            String sku = goods();
            Chaos chaos = new Chaos(world, services, seed);
            ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
            List<? extends Future<?>> running = java.util.stream.IntStream.range(0, CLIENTS)
                    .mapToObj(i -> clients.submit(new StormClient(services, record, seed + i, "storm" + i, sku, end)))
                    .toList();
            chaos.rage(end);
            for (Future<?> client : running) {
                client.get(2, TimeUnit.MINUTES);
            }
            clients.shutdown();

            Duration recovery = waitForQuiet();
            record.orders().forEach(order -> check(world, order));
            checkGoods(sku);
            print(seed, chaos, recovery);
            assertThat(record.violations(), empty());
        }
    }

    private static String goods() {
        String sku = "storm-goods";
        asMerchant()
                .body(Map.of("name", "Goods", "price", 250, "currency", "USD", "available", GOODS))
                .put("/stock/" + sku)
                .then()
                .statusCode(200);
        return sku;
    }

    /** P6: everything comes to its end by itself. Looking at each order takes time of its own, which is nobody's recovery. */
    private Duration waitForQuiet() {
        long start = System.nanoTime();
        Poll.until(QUIET, StormIT::nothingIsInPayment);
        Duration recovery = Duration.ofNanos(System.nanoTime() - start);
        record.orders().forEach(order -> Poll.until(QUIET, () -> isQuiet(order)));
        return recovery;
    }

    private static boolean nothingIsInPayment() {
        var answer = asMerchant().queryParam("status", "PROCESSING").get("/orders");
        return answer.statusCode() == 200 && answer.jsonPath().getList("items").isEmpty();
    }

    private static boolean isQuiet(String order) {
        var answer = asMerchant().get("/orders/" + order);
        return answer.statusCode() == 200
                && !answer.path("status").equals("PROCESSING")
                && refunds(order).stream()
                        .noneMatch(refund -> refund.get("status").equals("PROCESSING"));
    }

    private static List<Map<String, Object>> refunds(String order) {
        return payments(order).stream()
                .flatMap(payment -> asMerchant()
                        .queryParam("limit", 100)
                        .get("/payments/" + payment.get("id") + "/refunds")
                        .jsonPath()
                        .<Map<String, Object>>getList("items")
                        .stream())
                .toList();
    }

    private static List<Map<String, Object>> payments(String order) {
        return asMerchant()
                .queryParam("limit", 100)
                .get("/orders/" + order + "/payments")
                .jsonPath()
                .getList("items");
    }

    /** P1, P2 and P7 for one order, with the gateway's ledger as the witness. */
    private void check(World world, String order) {
        JsonPath read = asMerchant().get("/orders/" + order).jsonPath();
        String status = read.getString("status");
        long unrefunded = world.approved(order).stream()
                .filter(charge -> refunded(world, order, charge) < charge.getLong("amount"))
                .count();
        long net = world.approved(order).stream()
                        .mapToLong(charge -> charge.getLong("amount"))
                        .sum()
                - world.refunds(order).stream()
                        .filter(StormIT::succeeded)
                        .mapToLong(refund -> refund.getLong("amount"))
                        .sum();
        long ours = payments(order).stream()
                .filter(payment -> payment.get("status").equals("SUCCEEDED"))
                .mapToLong(payment -> number(payment, "amount") - number(payment, "refundedAmount"))
                .sum();
        if (unrefunded > 1) {
            record.violation("P1: " + order + " has " + unrefunded + " charges that are not refunded");
        }
        if (net != ours) {
            record.violation("P7: " + order + " (" + status + ") holds " + ours + ", the ledger " + net);
        }
        if (UNPAID.contains(status) && net != 0) {
            record.violation("P2: " + order + " is " + status + ", the ledger holds " + net);
        }
        if (status.equals("PAID") && net != read.getLong("amount")) {
            record.violation("P2: " + order + " is PAID for " + read.getLong("amount") + ", the ledger holds " + net);
        }
    }

    private static long refunded(World world, String order, JsonObject charge) {
        return world.refunds(order).stream()
                .filter(StormIT::succeeded)
                .filter(refund -> charge.getString("id").equals(refund.getString("chargeId")))
                .mapToLong(refund -> refund.getLong("amount"))
                .sum();
    }

    private static boolean succeeded(JsonObject refund) {
        return "succeeded".equals(refund.getString("status"));
    }

    private static long number(Map<String, Object> entry, String field) {
        return ((Number) entry.get(field)).longValue();
    }

    /** P7 for goods: what is not free was sold. Refunds of the storm give nothing back. */
    private void checkGoods(String sku) {
        long free = asMerchant()
                .queryParam("after", sku.substring(0, sku.length() - 1))
                .queryParam("limit", 1)
                .get("/stock")
                .jsonPath()
                .getLong("items[0].available");
        long sold = record.orders().stream()
                .map(order -> asMerchant().get("/orders/" + order).jsonPath())
                .filter(order -> !UNPAID.contains(order.getString("status")))
                .mapToLong(order -> order.getList("items.quantity").stream()
                        .mapToLong(quantity -> ((Number) quantity).longValue())
                        .sum())
                .sum();
        if (free + sold != GOODS) {
            record.violation("P7: " + free + " pieces are free and " + sold + " sold, of " + GOODS);
        }
    }

    private void print(long seed, Chaos chaos, Duration recovery) {
        System.out.println("storm, seed " + seed);
        System.out.println("  orders            " + record.orders().size());
        System.out.println("  tokens, keys told " + record.payments());
        System.out.println("  faults            " + chaos.injected());
        System.out.println("  kills             " + chaos.kills() + ", faults of stores " + chaos.storeFaults());
        System.out.println("  answers by status " + record.statuses() + " (0: none)");
        System.out.println("  all quiet after   " + recovery.toSeconds() + " s");
        System.out.println("  violations        " + record.violations().size());
        record.violations().stream().limit(20).forEach(violation -> System.out.println("    " + violation));
    }
}
