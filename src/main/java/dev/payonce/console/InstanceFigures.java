package dev.payonce.console;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.distribution.CountAtBucket;
import io.micrometer.core.instrument.distribution.HistogramSnapshot;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collector;
import java.util.stream.Collectors;

/** Reads what this instance has counted from its metrics. */
@ApplicationScoped
class InstanceFigures {

    private static final List<Double> BOUNDS =
            Arrays.stream(LatencyBuckets.BOUNDS_MILLIS).boxed().toList();

    private final MeterRegistry meters;

    InstanceFigures(MeterRegistry meters) {
        this.meters = meters;
    }

    Figures.Counted counted() {
        return new Figures.Counted(
                sum(meters.find("payonce.tokens.issued").counters()),
                charges(),
                byTag("payonce.pay", "outcome"),
                byTag("payonce.duplicates", "kind"),
                byTag("payonce.recovery", "result"));
    }

    private Map<String, Long> charges() {
        return meters.find("payonce.gateway").tag("call", "charge").timers().stream()
                .collect(summed(timer -> timer.getId().getTag("verdict"), Timer::count));
    }

    private Map<String, Long> byTag(String name, String tag) {
        return meters.find(name).counters().stream()
                .collect(summed(counter -> counter.getId().getTag(tag), counter -> (long) counter.count()));
    }

    private static <T> Collector<T, ?, Map<String, Long>> summed(Function<T, String> label, Function<T, Long> value) {
        return Collectors.toMap(label, value, Long::sum, TreeMap::new);
    }

    private static long sum(Collection<Counter> counters) {
        return (long) counters.stream().mapToDouble(Counter::count).sum();
    }

    Figures.Latency latency() {
        return new Figures.Latency(
                BOUNDS,
                Map.of(
                        "pay",
                                took(meters.find("http.server.requests")
                                        .tag("uri", "/pay")
                                        .timers()),
                        "gateway",
                                took(meters.find("payonce.gateway")
                                        .tag("call", "charge")
                                        .timers()),
                        "mysql",
                                took(meters.find("payonce.store")
                                        .tag("store", "mysql")
                                        .timers()),
                        "redis",
                                took(meters.find("payonce.store")
                                        .tag("store", "redis")
                                        .timers())));
    }

    /** One number for each bound, and one more for all. */
    private static List<Long> took(Collection<Timer> timers) {
        long[] counts = new long[LatencyBuckets.BOUNDS_MILLIS.length + 1];
        timers.forEach(timer -> add(timer.takeSnapshot(), counts));
        return Arrays.stream(counts).boxed().toList();
    }

    private static void add(HistogramSnapshot snapshot, long[] counts) {
        CountAtBucket[] buckets = snapshot.histogramCounts();
        for (int i = 0; i < counts.length - 1 && i < buckets.length; i++) {
            counts[i] += (long) buckets[i].count();
        }
        counts[counts.length - 1] += snapshot.count();
    }
}
