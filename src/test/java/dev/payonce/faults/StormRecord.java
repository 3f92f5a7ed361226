package dev.payonce.faults;

import io.restassured.response.Response;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** What the clients of a storm did and were told. */
final class StormRecord {

    private final Set<String> orders = ConcurrentHashMap.newKeySet();
    private final Map<String, String> finalAnswers = new ConcurrentHashMap<>();
    private final Map<Integer, AtomicInteger> statuses = new ConcurrentHashMap<>();
    private final Queue<String> violations = new ConcurrentLinkedQueue<>();

    void ordered(String order) {
        orders.add(order);
    }

    /** @param status 0 for no answer */
    void counted(int status) {
        statuses.computeIfAbsent(status, key -> new AtomicInteger()).incrementAndGet();
        if (status == 500) {
            violation("an answer was 500");
        }
    }

    /** P3: from its first final answer on, a token gets that same answer. */
    void answered(String token, Response answer) {
        if (answer == null || "TOKEN_REUSED".equals(answer.path("code"))) {
            return;
        }
        keep(token, answer);
    }

    /** P3 for an {@code Idempotency-Key}. */
    void keyed(String key, Response answer) {
        if (answer != null) {
            keep(key, answer);
        }
    }

    private void keep(String token, Response answer) {
        String said = answer.statusCode() + " " + said(answer);
        String before = finalAnswers.putIfAbsent(token, said);
        if (before != null && !before.equals(said)) {
            violation("P3: somebody was first told " + before + " and then " + said);
        }
    }

    /** A problem names the request that it answers; the rest of it is the same each time. */
    private static String said(Response answer) {
        Map<String, Object> body = new TreeMap<>(answer.jsonPath().<String, Object>getMap("$"));
        body.remove("requestId");
        return body.toString();
    }

    void violation(String what) {
        violations.add(what);
    }

    Set<String> orders() {
        return orders;
    }

    int payments() {
        return finalAnswers.size();
    }

    Map<Integer, AtomicInteger> statuses() {
        return new TreeMap<>(statuses);
    }

    Queue<String> violations() {
        return violations;
    }
}
