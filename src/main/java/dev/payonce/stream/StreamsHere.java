package dev.payonce.stream;

import dev.payonce.value.OrderId;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The streams that are open on this instance, within their limits. */
@ApplicationScoped
class StreamsHere {

    private final StreamConfig config;
    private final Map<OrderId, Set<OrderStream>> byOrder = new HashMap<>();
    private final Map<String, Integer> byCaller = new HashMap<>();
    private int open;
    private boolean closing;

    StreamsHere(StreamConfig config, MeterRegistry meters) {
        this.config = config;
        meters.gauge("payonce.streams.open", this, StreamsHere::count);
    }

    /** Empty where it is let in; then it has to {@link #leave}. */
    synchronized Optional<StreamRefusal> enter(OrderStream stream, String caller) {
        if (closing || open >= config.maxOpen()) {
            return Optional.of(StreamRefusal.FULL);
        }
        if (byCaller.getOrDefault(caller, 0) >= config.maxOpenPerCaller()) {
            return Optional.of(StreamRefusal.TOO_MANY_OF_CALLER);
        }
        open++;
        byCaller.merge(caller, 1, Integer::sum);
        byOrder.computeIfAbsent(stream.order(), order -> new HashSet<>()).add(stream);
        return Optional.empty();
    }

    /** To be called once for each that was let in. */
    synchronized void leave(OrderStream stream, String caller) {
        byOrder.computeIfPresent(stream.order(), (order, streams) -> {
            streams.remove(stream);
            return streams.isEmpty() ? null : streams;
        });
        open--;
        byCaller.computeIfPresent(caller, (name, count) -> count == 1 ? null : count - 1);
    }

    synchronized List<OrderStream> of(OrderId order) {
        return List.copyOf(byOrder.getOrDefault(order, Set.of()));
    }

    synchronized Set<OrderId> orders() {
        return Set.copyOf(byOrder.keySet());
    }

    synchronized int count() {
        return open;
    }

    /** Lets nobody in any more; answers who is to go. */
    synchronized List<OrderStream> close() {
        closing = true;
        return byOrder.values().stream().flatMap(Set::stream).toList();
    }
}
