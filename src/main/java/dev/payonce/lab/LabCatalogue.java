package dev.payonce.lab;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** What there is to choose from, and within which limits. */
record LabCatalogue(List<PatternCard> patterns, List<FaultCard> faults, int maxCallers, long maxGatewayDelayMillis) {

    /**
     * A pattern to read about.
     *
     * @param expected what each fault does to it
     */
    record PatternCard(
            PatternName pattern, String title, String explanation, String price, Map<Fault, Verdict> expected) {

        private static PatternCard of(PatternName pattern, LabTexts texts) {
            return new PatternCard(
                    pattern,
                    texts.name(pattern),
                    texts.how(pattern),
                    texts.price(pattern),
                    Arrays.stream(Fault.values()).collect(Collectors.toMap(Function.identity(), pattern::expected)));
        }
    }

    /** A fault to read about. */
    record FaultCard(Fault fault, String title, String explanation) {

        private static FaultCard of(Fault fault, LabTexts texts) {
            return new FaultCard(fault, texts.fault(fault), texts.faultIs(fault));
        }
    }

    static LabCatalogue of(LabConfig config, LabTexts texts) {
        return new LabCatalogue(
                Arrays.stream(PatternName.values())
                        .map(pattern -> PatternCard.of(pattern, texts))
                        .toList(),
                Arrays.stream(Fault.values())
                        .map(fault -> FaultCard.of(fault, texts))
                        .toList(),
                config.maxCallers(),
                config.maxGatewayDelay().toMillis());
    }
}
