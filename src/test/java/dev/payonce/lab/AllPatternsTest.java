package dev.payonce.lab;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.greaterThan;

import dev.payonce.testsupport.WithStores;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** The table of all patterns: {@code mvn test -Dtest=AllPatternsTest -Dpayonce.test.lab-callers=200} prints it, for so many callers. */
@QuarkusTest
@WithStores
@EnabledIfSystemProperty(named = "payonce.test.lab-callers", matches = "[0-9]+")
class AllPatternsTest {

    private static final Duration LIMIT = Duration.ofMinutes(1);
    private static final Duration GATEWAY = Duration.ofMillis(100);
    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final String LINE = "| %-19s | %7d | %-12s | %10.0f | %7.1f | %7.1f | %-46s |%n";
    private static final String HEAD = "| %-19s | %7s | %-12s | %10s | %7s | %7s | %-46s |%n";

    private final int callers = Integer.getInteger("payonce.test.lab-callers", 200);

    @Inject
    Lab lab;

    @Test
    void allPatternsInOneTable() {
        // the first run pays for class loading and connections
        run(PatternName.PAYONCE, Fault.NONE);
        List<LabResult> results = new ArrayList<>();

        for (PatternName pattern : PatternName.values()) {
            results.add(run(pattern, Fault.NONE));
        }

        System.out.println(table(results) + faults());
        for (LabResult result : results) {
            assertThat(result.toString(), result.verdict(), equalTo(result.expected()));
            assertThat(result.mostAtOnce(), greaterThan(1));
        }
    }

    private LabResult run(PatternName pattern, Fault fault) {
        Duration hold = fault == Fault.NONE ? Duration.ZERO : Duration.ofSeconds(3);
        return lab.run(new Storm(pattern, callers, GATEWAY, fault, PATIENCE, hold))
                .await()
                .atMost(LIMIT)
                .orElseThrow();
    }

    private static String table(List<LabResult> results) {
        return String.format(HEAD, "pattern", "charges", "order", "answers/s", "p50 ms", "p99 ms", "answers (no fault)")
                + results.stream().map(AllPatternsTest::line).collect(Collectors.joining());
    }

    private static String line(LabResult result) {
        return String.format(
                Locale.ROOT,
                LINE,
                result.pattern(),
                result.charges(),
                result.orderStatus(),
                result.answersPerSecond(),
                result.p50Millis(),
                result.p99Millis(),
                result.answers());
    }

    /** Charges, and the order's state where it is not paid. */
    private String faults() {
        StringBuilder text =
                new StringBuilder(String.format("%n| %-19s | %18s | %18s | %18s | %18s |%n", head().toArray()));
        for (PatternName pattern : PatternName.values()) {
            List<Object> cells = new ArrayList<>(List.of(pattern));
            Arrays.stream(Fault.values())
                    .map(fault -> cell(run(pattern, fault)))
                    .forEach(cells::add);
            text.append(String.format("| %-19s | %18s | %18s | %18s | %18s |%n", cells.toArray()));
        }
        return text.toString();
    }

    private static List<Object> head() {
        List<Object> head = new ArrayList<>(List.of("charges"));
        head.addAll(List.of(Fault.values()));
        return head;
    }

    private static String cell(LabResult result) {
        return result.charges() + (result.orderStatus() == LabStatus.PAID ? "" : " " + result.orderStatus());
    }
}
