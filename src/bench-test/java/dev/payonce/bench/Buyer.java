package dev.payonce.bench;

import dev.payonce.value.OrderId;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.atomic.LongAdder;

/** Somebody who has signed in to the running service, with connections of their own. */
final class Buyer {

    private static final int TWINS = 4;
    private static final int MOST_REPEATS = 30;
    private static final long REPEAT_AFTER_MILLIS = 500;
    private static final LongAdder REPEATS = new LongAdder();

    private final String name;
    private final HttpCaller http;
    private final HttpCaller unnamed;
    private final List<HttpCaller> twins = new ArrayList<>();
    private String lastToken;

    /** @param role as what it signs in */
    Buyer(int port, String name, String role) throws IOException {
        this.name = name;
        String bearer = signIn(port, name, role);
        http = new HttpCaller(port, bearer);
        unnamed = new HttpCaller(port, null);
        for (int i = 0; i < TWINS; i++) {
            twins.add(new HttpCaller(port, bearer));
        }
    }

    /** @return the bearer */
    static String signIn(int port, String name, String role) throws IOException {
        try (HttpCaller door = new HttpCaller(port, null)) {
            String answer = door.post("/sandbox/login", "{\"user\":\"" + name + "\",\"roles\":[\"" + role + "\"]}");
            return field(answer, "accessToken");
        }
    }

    String name() {
        return name;
    }

    /** A token and its payment. */
    Crowd.Caller pays(Queue<OrderId> orders) {
        return () -> {
            OrderId order = orders.poll();
            if (order == null) {
                return false;
            }
            lastToken = token(order);
            pay(lastToken, "pm_ok", 200);
            return true;
        };
    }

    /** A token, fired four times at once over four connections. */
    Crowd.Caller paysFourfold(Queue<OrderId> orders) {
        return () -> {
            OrderId order = orders.poll();
            if (order == null) {
                return false;
            }
            String body = payment(token(order), "pm_ok");
            for (HttpCaller twin : twins) {
                twin.send("/pay", "", body);
            }
            for (HttpCaller twin : twins) {
                repeatUntil(200, twin, "/pay", "", body);
            }
            return true;
        };
    }

    /** The last payment again. */
    Crowd.Caller replays() {
        return () -> {
            pay(lastToken, "pm_ok", 200);
            return true;
        };
    }

    Crowd.Caller fetchesTokens(Queue<OrderId> orders) {
        return () -> {
            token(orders.element());
            return true;
        };
    }

    /** As {@link #pays}; each fifth payment is declined first, each tenth is refunded afterwards. */
    Crowd.Caller paysMixed(Queue<OrderId> orders, Buyer merchant) {
        int[] count = new int[1];
        return () -> {
            OrderId order = orders.poll();
            if (order == null) {
                return false;
            }
            if (++count[0] % 5 == 0) {
                pay(token(order), "pm_declined", 402);
            }
            String payment = field(pay(token(order), "pm_ok", 200), "id");
            if (count[0] % 10 == 0) {
                merchant.refund(payment);
            }
            return true;
        };
    }

    /** The framework alone: who has not signed in is not kept in the audit. */
    Crowd.Caller asksForNothing() {
        String body = payment("pt_" + "A".repeat(130), "pm_ok");
        return () -> {
            post(unnamed, 200, "/bench/empty", "", body);
            return true;
        };
    }

    private String token(OrderId order) throws Exception {
        return field(post(201, "/tokens", "", "{\"orderId\":\"" + order + "\"}"), "token");
    }

    private String pay(String token, String method, int status) throws Exception {
        return post(status, "/pay", "", payment(token, method));
    }

    private void refund(String payment) throws Exception {
        post(201, "/payments/" + payment + "/refunds", "Idempotency-Key: " + payment + "\r\n", "{}");
    }

    private static String payment(String token, String method) {
        return "{\"token\":\"" + token + "\",\"paymentMethod\":\"" + method + "\"}";
    }

    private String post(int status, String path, String headers, String body) throws Exception {
        return post(http, status, path, headers, body);
    }

    private static String post(HttpCaller caller, int status, String path, String headers, String body)
            throws Exception {
        caller.send(path, headers, body);
        return repeatUntil(status, caller, path, headers, body);
    }

    /** As any client should: the same request again, where the service says that it may succeed later. */
    private static String repeatUntil(int status, HttpCaller caller, String path, String headers, String body)
            throws Exception {
        String answer = caller.receive();
        for (int repeats = 0; caller.status() != status; repeats++) {
            boolean passing = caller.status() == 202 || answer.contains("\"retryable\":true");
            if (!passing || repeats == MOST_REPEATS) {
                throw new IllegalStateException("expected " + status + ", got " + caller.status() + ": " + answer);
            }
            REPEATS.increment();
            Thread.sleep(REPEAT_AFTER_MILLIS);
            caller.send(path, headers, body);
            answer = caller.receive();
        }
        return answer;
    }

    /** Of all so far; none on a machine that is quiet. */
    static long repeats() {
        return REPEATS.sum();
    }

    private static String field(String json, String name) {
        String start = "\"" + name + "\":\"";
        int from = json.indexOf(start) + start.length();
        return json.substring(from, json.indexOf('"', from));
    }
}
