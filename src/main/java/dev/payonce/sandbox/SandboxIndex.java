package dev.payonce.sandbox;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The journal's lines, found by order, reference, charge and key. Not thread-safe: the ledger guards it. */
final class SandboxIndex {

    private static final class Page {
        final TreeMap<Long, JsonObject> calls = new TreeMap<>();
        final List<SandboxEntry> entries = new ArrayList<>();
    }

    private final Map<String, Page> byOrder = new HashMap<>();
    /** Calls whose order is not known yet, such as look-ups of a charge that never came. */
    private final Map<String, List<JsonObject>> early = new HashMap<>();

    private final Map<String, String> orderOfReference = new HashMap<>();
    private final Map<String, List<SandboxEntry>> entriesByReference = new HashMap<>();
    private final Map<String, SandboxEntry> charges = new HashMap<>();
    private final Map<String, Long> refunded = new HashMap<>();
    private final Map<String, SandboxRecorded> byKey = new HashMap<>();
    private final Map<Long, JsonObject> atWork = new HashMap<>();
    private long lastCall;

    void apply(JsonObject line) {
        switch (line.getString("line")) {
            case SandboxLine.CALL -> call(line);
            case SandboxLine.END -> end(line.getLong("number"), line.getString("ended"));
            case SandboxLine.BOOKING -> booking(line);
            default -> throw new IllegalStateException("unknown line in the sandbox ledger: " + SandboxJson.text(line));
        }
    }

    private void call(JsonObject line) {
        JsonObject row = line.copy().put("ended", "working");
        row.remove("line");
        lastCall = row.getLong("number");
        atWork.put(lastCall, row);
        Optional<String> reference =
                Optional.ofNullable(row.getString("reference")).map(given -> referenceKey(isAboutRefunds(row), given));
        Optional<String> orderId =
                Optional.ofNullable(row.getString("orderId")).or(() -> reference.map(orderOfReference::get));
        if (orderId.isPresent()) {
            reference.ifPresent(known -> link(known, orderId.get()));
            file(row, orderId.get());
        } else {
            reference.ifPresent(unknown ->
                    early.computeIfAbsent(unknown, key -> new ArrayList<>()).add(row));
        }
    }

    private static boolean isAboutRefunds(JsonObject row) {
        return row.getString("kind").endsWith(SandboxOperation.REFUND.text());
    }

    private static String referenceKey(boolean refund, String reference) {
        return (refund ? "refund " : "charge ") + reference;
    }

    private void link(String reference, String orderId) {
        orderOfReference.put(reference, orderId);
        Optional.ofNullable(early.remove(reference)).ifPresent(rows -> rows.forEach(row -> file(row, orderId)));
    }

    private void file(JsonObject row, String orderId) {
        page(orderId).calls.put(row.getLong("number"), row.put("orderId", orderId));
    }

    private Page page(String orderId) {
        return byOrder.computeIfAbsent(orderId, key -> new Page());
    }

    private void end(long number, String ended) {
        atWork.remove(number).put("ended", ended);
    }

    private void booking(JsonObject line) {
        SandboxEntry entry = SandboxEntry.fromJson(line.getJsonObject("entry"));
        page(entry.orderId()).entries.add(entry);
        entriesByReference
                .computeIfAbsent(referenceKey(entry.isRefund(), entry.reference()), key -> new ArrayList<>())
                .add(entry);
        if (!entry.isRefund()) {
            charges.put(entry.id(), entry);
        } else if (!entry.isDeclined()) {
            refunded.merge(entry.chargeId(), entry.amount(), Long::sum);
        }
        Optional.ofNullable(line.getString("key"))
                .ifPresent(key -> byKey.putIfAbsent(key, new SandboxRecorded(line.getString("fingerprint"), entry)));
    }

    void callsAtWorkAreLost() {
        atWork.values().forEach(row -> row.put("ended", "lost"));
        atWork.clear();
    }

    long nextCall() {
        return lastCall + 1;
    }

    Optional<SandboxEntry> charge(String id) {
        return Optional.ofNullable(charges.get(id));
    }

    long refunded(String chargeId) {
        return refunded.getOrDefault(chargeId, 0L);
    }

    Optional<SandboxRecorded> recorded(String key) {
        return Optional.ofNullable(byKey.get(key));
    }

    List<SandboxEntry> find(SandboxOperation operation, String reference) {
        return List.copyOf(
                entriesByReference.getOrDefault(referenceKey(operation.isAboutRefunds(), reference), List.of()));
    }

    JsonObject ofOrder(String orderId) {
        Page page = byOrder.getOrDefault(orderId, new Page());
        JsonArray calls = new JsonArray();
        page.calls.values().forEach(row -> calls.add(row.copy()));
        return new JsonObject()
                .put("calls", calls)
                .put("charges", entries(page, false))
                .put("refunds", entries(page, true));
    }

    private static JsonArray entries(Page page, boolean refunds) {
        JsonArray rows = new JsonArray();
        page.entries.stream().filter(entry -> entry.isRefund() == refunds).forEach(entry -> rows.add(entry.toJson()));
        return rows;
    }
}
