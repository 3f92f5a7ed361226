package dev.payonce.faults;

import dev.payonce.testsupport.Shop;
import io.restassured.response.Response;
import io.restassured.specification.RequestSpecification;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;

/** One shopper and one merchant's clerk: orders, pays, repeats, races, cancels, amends and refunds, at random. */
final class StormClient implements Runnable {

    private static final List<String> PAYMENT_METHODS =
            List.of("pm_ok", "pm_ok", "pm_ok", "pm_declined", "pm_charge_then_cut");
    private static final int REPEATS = 6;

    private final List<ServiceProcess> services;
    private final StormRecord record;
    private final Random random;
    private final String user;
    private final String sku;
    private final long endNanos;

    StormClient(List<ServiceProcess> services, StormRecord record, long seed, String user, String sku, long endNanos) {
        this.services = services;
        this.record = record;
        this.random = new Random(seed);
        this.user = user;
        this.sku = sku;
        this.endNanos = endNanos;
    }

    @Override
    public void run() {
        while (System.nanoTime() < endNanos) {
            String order = random.nextInt(4) == 0 ? anOrderOfGoods() : anOrderByAmount();
            if (order == null) {
                pause(200);
                continue;
            }
            record.ordered(order);
            act(order);
        }
    }

    private void act(String order) {
        switch (random.nextInt(8)) {
            case 0 -> {
                String first = token(order);
                String second = token(order);
                pay(first);
                pay(second);
            }
            case 1 -> {
                pay(token(order));
                merchant(service -> service.post("/orders/" + order + "/cancel"));
            }
            case 2 -> {
                String token = token(order);
                user(service -> service.post("/orders/" + order + "/cancel"));
                pay(token);
            }
            case 3 -> {
                String token = token(order);
                merchant(service -> service.header("If-Match", "*")
                        .body(Map.of("amount", 777))
                        .patch("/orders/" + order));
                pay(token);
                pay(token(order));
            }
            case 4, 5 -> refund(pay(token(order)));
            default -> pay(token(order));
        }
    }

    private String anOrderByAmount() {
        Map<String, Object> wish = Map.of(
                "customerId", user, "amount", 100 + random.nextInt(9000), "currency", "USD", "description", "storm");
        String key = UUID.randomUUID().toString();
        Function<RequestSpecification, Response> order =
                service -> service.header("Idempotency-Key", key).body(wish).post("/orders");
        Response answer = merchant(order, 201);
        record.keyed(key, answer);
        if (random.nextInt(3) == 0) {
            record.keyed(key, merchant(order, 201));
        }
        return id(answer);
    }

    private String anOrderOfGoods() {
        Map<String, Object> wish = Map.of("items", List.of(Map.of("sku", sku, "quantity", 1 + random.nextInt(2))));
        return id(user(service -> service.body(wish).post("/orders"), 201));
    }

    private String token(String order) {
        Response answer = user(service -> service.body(Map.of("orderId", order)).post("/tokens"), 201);
        return answer == null ? null : answer.path("token");
    }

    /** Pays as a client should: repeats with the same token until the answer is final. The payment's id if it was paid. */
    private String pay(String token) {
        if (token == null) {
            return null;
        }
        Map<String, String> body =
                Map.of("token", token, "paymentMethod", PAYMENT_METHODS.get(random.nextInt(PAYMENT_METHODS.size())));
        Map<String, String> wish = random.nextInt(3) == 0 ? Map.of("Prefer", "respond-async") : Map.of();
        Response answer = user(service -> service.headers(wish).body(body).post("/pay"), 200, 402, 409, 422, 502);
        if (answer == null) {
            return null;
        }
        record.answered(token, answer);
        if (random.nextInt(3) == 0) {
            record.answered(token, user(service -> service.body(body).post("/pay"), 200, 402, 409, 422, 502));
        }
        return answer.statusCode() == 200 ? answer.path("id") : null;
    }

    private void refund(String payment) {
        if (payment == null) {
            return;
        }
        String key = UUID.randomUUID().toString();
        Map<String, Object> wish = random.nextBoolean() ? Map.of() : Map.of("amount", 1 + random.nextInt(60));
        for (int i = 0; i < 1 + random.nextInt(3); i++) {
            merchant(
                    service ->
                            service.header("Idempotency-Key", key).body(wish).post("/payments/" + payment + "/refunds"),
                    201);
        }
    }

    private Response user(Function<RequestSpecification, Response> call, int... ends) {
        return repeat(() -> Shop.as(user), call, ends);
    }

    private Response merchant(Function<RequestSpecification, Response> call, int... ends) {
        return repeat(Shop::asMerchant, call, ends);
    }

    /** At another instance each time; null if no answer was an end. */
    private Response repeat(
            java.util.function.Supplier<RequestSpecification> caller,
            Function<RequestSpecification, Response> call,
            int... ends) {
        for (int i = 0; i < REPEATS; i++) {
            Response answer = once(caller, call);
            if (answer != null && isEnd(answer, ends)) {
                return answer;
            }
            pause(100 + random.nextInt(600));
        }
        return null;
    }

    private Response once(
            java.util.function.Supplier<RequestSpecification> caller, Function<RequestSpecification, Response> call) {
        int port = services.get(random.nextInt(services.size())).port();
        try {
            Response answer = call.apply(caller.get().port(port));
            record.counted(answer.statusCode());
            return answer;
        } catch (Exception noAnswer) {
            record.counted(0);
            return null;
        }
    }

    private static boolean isEnd(Response answer, int... ends) {
        if (ends.length == 0) {
            return answer.statusCode() < 500;
        }
        boolean retryable = answer.statusCode() >= 400 && Boolean.TRUE.equals(answer.path("retryable"));
        return !retryable && java.util.Arrays.stream(ends).anyMatch(end -> end == answer.statusCode());
    }

    private static String id(Response created) {
        return created == null ? null : created.path("id");
    }

    private static void pause(int millis) {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(millis));
    }
}
