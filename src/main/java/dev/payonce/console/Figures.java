package dev.payonce.console;

import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * What a console is sent.
 *
 * @param instance told apart from others, and from itself before a restart: what is counted here begins anew with it
 * @param counted on this instance since its start
 * @param latency on this instance since its start
 * @param checks whether this instance reaches what it needs; empty before they have answered once
 * @param backlogs shared by all instances, by name; null while MySQL is away
 */
record Figures(
        Instant at,
        String instance,
        Counted counted,
        Latency latency,
        List<StoreCheck> checks,
        Map<String, Backlog> backlogs) {

    /**
     * Totals by label.
     *
     * @param charges answers of the gateway to charges that were sent, by verdict
     * @param requests answers of {@code POST /pay}, by outcome
     * @param duplicates by kind; of them {@code replay} was answered with an outcome recorded before
     * @param recovered what recovery found, by result
     */
    record Counted(
            long tokens,
            Map<String, Long> charges,
            Map<String, Long> requests,
            Map<String, Long> duplicates,
            Map<String, Long> recovered) {}

    /**
     * Histograms.
     *
     * @param boundsMillis upper bounds of all of them
     * @param took how many took no longer than each bound, and at the end how many there were; by what is timed
     */
    record Latency(List<Double> boundsMillis, Map<String, List<Long>> took) {}
}
