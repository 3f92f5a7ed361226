package dev.payonce.lab;

import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * What a storm has shown. Times are in milliseconds; those of moments count from its beginning.
 *
 * @param charges how many the ledger has: must be 1
 * @param expected what this pattern does with this fault
 * @param answers how many callers were told what
 * @param answersPerSecond all answers, by the time until the last one
 * @param mostAtOnce the most callers that were inside at the same time
 * @param faultAtMillis null where nothing went wrong
 * @param firstCharges of the ledger, each with the way of the one who charged
 */
record LabResult(
        PatternName pattern,
        Fault fault,
        int callers,
        long gatewayDelayMillis,
        int charges,
        LabStatus orderStatus,
        Verdict verdict,
        Verdict expected,
        Map<Answer, Integer> answers,
        double answersPerSecond,
        double p50Millis,
        double p99Millis,
        double totalMillis,
        int mostAtOnce,
        Double faultAtMillis,
        List<ChargeStory> firstCharges) {

    /** Two show where it went wrong. */
    private static final int STORIES = 2;

    /**
     * One charge, and how its caller came to it.
     *
     * @param fence null where the pattern has none
     */
    record ChargeStory(String caller, double arrivedMillis, double chargedMillis, Long fence, List<Mark> steps) {}

    static LabResult of(Run run, List<Told> told, List<BookedCharge> charges, LabStatus order) {
        Storm storm = run.storm();
        List<Long> micros = told.stream().map(Told::micros).sorted().toList();
        long last = told.stream().mapToLong(Told::endedMicros).max().orElse(0);
        return new LabResult(
                storm.pattern(),
                storm.fault(),
                storm.callers(),
                storm.gatewayDelay().toMillis(),
                charges.size(),
                order,
                Verdict.of(charges.size(), order),
                storm.pattern().expected(storm.fault()),
                count(told),
                Math.round(told.size() * 10_000_000.0 / Math.max(1, last)) / 10.0,
                percentile(micros, 50),
                percentile(micros, 99),
                last / 1000.0,
                run.crowd().mostAtOnce(),
                run.mishap().atMillis(),
                stories(run, charges));
    }

    private static Map<Answer, Integer> count(List<Told> told) {
        Map<Answer, Integer> counts = new EnumMap<>(Answer.class);
        told.forEach(one -> counts.merge(one.answer(), 1, Integer::sum));
        return counts;
    }

    /** By the nearest rank: a value that was measured. */
    private static double percentile(List<Long> sortedMicros, int percent) {
        int rank = (int) Math.ceil(percent / 100.0 * sortedMicros.size());
        return sortedMicros.get(Math.max(0, rank - 1)) / 1000.0;
    }

    private static List<ChargeStory> stories(Run run, List<BookedCharge> charges) {
        return charges.stream()
                .sorted(Comparator.comparingLong(BookedCharge::arrivedMicros))
                .limit(STORIES)
                .map(charge -> story(run, charge))
                .toList();
    }

    private static ChargeStory story(Run run, BookedCharge charge) {
        List<Mark> steps = run.processes().stream()
                .filter(process -> process.name().equals(charge.caller()))
                .flatMap(process -> process.marks().stream())
                .toList();
        return new ChargeStory(
                charge.caller(),
                charge.arrivedMicros() / 1000.0,
                charge.chargedMicros() / 1000.0,
                charge.fence(),
                steps);
    }
}
