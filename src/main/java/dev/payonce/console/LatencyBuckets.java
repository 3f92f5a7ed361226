package dev.payonce.console;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.distribution.DistributionStatisticConfig;
import jakarta.inject.Singleton;
import java.util.Arrays;
import java.util.Set;

/** Gives the timers that the console shows buckets: of these, other than of percentiles, sums and differences make sense. */
@Singleton
class LatencyBuckets implements MeterFilter {

    /** From a store's round trip to the patience of callers; percentiles are exact to the width of a bucket. */
    static final double[] BOUNDS_MILLIS = {
        0.5, 1, 1.5, 2, 3, 5, 7, 10, 15, 20, 30, 50, 70, 100, 150, 200, 300, 500, 700, 1000, 1500, 2000, 3000, 5000,
        10_000
    };

    private static final Set<String> OURS = Set.of("payonce.gateway", "payonce.store");
    private static final String HTTP = "http.server.requests";
    private static final double NANOS = 1e6;

    @Override
    public DistributionStatisticConfig configure(Meter.Id id, DistributionStatisticConfig config) {
        return isShown(id)
                ? DistributionStatisticConfig.builder()
                        .serviceLevelObjectives(Arrays.stream(BOUNDS_MILLIS)
                                .map(millis -> millis * NANOS)
                                .toArray())
                        .build()
                        .merge(config)
                : config;
    }

    private static boolean isShown(Meter.Id id) {
        return OURS.contains(id.getName()) || HTTP.equals(id.getName()) && "/pay".equals(id.getTag("uri"));
    }
}
