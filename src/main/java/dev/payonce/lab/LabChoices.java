package dev.payonce.lab;

import java.util.List;

/** All that can be chosen or told, for the page to put into words. */
record LabChoices(
        List<PatternName> patterns,
        List<Fault> faults,
        List<Verdict> verdicts,
        List<Answer> answers,
        List<Step> steps,
        List<LabStatus> statuses,
        int maxCallers,
        long maxDelayMillis) {

    static LabChoices of(LabConfig config) {
        return new LabChoices(
                List.of(PatternName.values()),
                List.of(Fault.values()),
                List.of(Verdict.values()),
                List.of(Answer.values()),
                List.of(Step.values()),
                List.of(LabStatus.values()),
                config.maxCallers(),
                config.maxGatewayDelay().toMillis());
    }
}
