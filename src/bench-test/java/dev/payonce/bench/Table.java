package dev.payonce.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** What a run prints: medians over its rounds with their spread, and ratios. */
final class Table {

    static final String FLOOR = "floor";
    static final String PAY = "token and pay";
    static final String EMPTY = "empty endpoint";
    static final String REPLAY = "replay";
    static final String TOKEN = "token alone";
    static final String FOURFOLD = "token, paid four times at once";
    static final String MIXED = "with declines and refunds";

    private static final int MANY = 32;
    private static final List<String> PROCESSES = List.of("service", "mysql", "redis", "load");

    private record Row(String mode, int callers) {}

    private final Map<Row, List<Measured>> rows = new LinkedHashMap<>();
    private final List<String> notes = new ArrayList<>();

    Table(String mysql, List<String> javaOptions) {
        note("MySQL: %s", mysql);
        note(
                "Java: %s %s, cores: %d",
                Runtime.version(),
                String.join(" ", javaOptions),
                Runtime.getRuntime().availableProcessors());
    }

    void note(String format, Object... values) {
        notes.add(format.formatted(values));
    }

    void add(String mode, int callers, Measured measured) {
        rows.computeIfAbsent(new Row(mode, callers), row -> new ArrayList<>()).add(measured);
    }

    void print() {
        notes.forEach(System.out::println);
        System.out.printf(
                "%n%-31s %7s %8s %15s %8s %8s %5s %5s   CPU ms each: %s%n",
                "mode",
                "callers",
                "a second",
                "least to most",
                "p50 ms",
                "p99 ms",
                "sql",
                "redis",
                String.join(", ", PROCESSES));
        rows.keySet().forEach(this::print);
        System.out.println();
        rows.keySet().stream().filter(row -> row.mode.equals(FLOOR)).forEach(row -> ratios(row.callers));
        printRatio(REPLAY, EMPTY);
        printRatio(FOURFOLD, PAY);
        printRatio(MIXED, PAY);
    }

    private void print(Row row) {
        System.out.printf(
                "%-31s %7d %8.0f %7.0f %7.0f %8.2f %8.2f %5.1f %5.1f   %s%n",
                row.mode,
                row.callers,
                rate(row),
                figures(row, Measured::perSecond)[0],
                figures(row, Measured::perSecond)[rows.get(row).size() - 1],
                median(row, one -> one.millis(0.5)),
                p99(row),
                median(row, one -> one.each(one.use().statements())),
                median(row, one -> one.each(one.use().redisReads())),
                cpu(row));
    }

    private String cpu(Row row) {
        StringBuilder text = new StringBuilder();
        for (String process : PROCESSES) {
            text.append("%6.3f"
                    .formatted(median(row, one -> one.each(one.use().cpuMillis().get(process)))));
        }
        return text.toString();
    }

    private void ratios(int callers) {
        Row pay = new Row(PAY, callers);
        Row floor = new Row(FLOOR, callers);
        System.out.printf(
                "%d callers, token and pay to floor: rate %.2f, p99 %.2f%n",
                callers, rate(pay) / rate(floor), p99(pay) / p99(floor));
    }

    void printRatio(String one, String other) {
        Row of = new Row(one, MANY);
        Row to = new Row(other, MANY);
        if (rows.containsKey(of) && rows.containsKey(to)) {
            System.out.printf("%d callers, %s to %s: rate %.2f%n", MANY, one, other, rate(of) / rate(to));
        }
    }

    private double rate(Row row) {
        return median(row, Measured::perSecond);
    }

    private double p99(Row row) {
        return median(row, one -> one.millis(0.99));
    }

    private double median(Row row, ToDoubleFunction<Measured> figure) {
        double[] figures = figures(row, figure);
        return figures[figures.length / 2];
    }

    private double[] figures(Row row, ToDoubleFunction<Measured> figure) {
        return rows.get(row).stream().mapToDouble(figure).sorted().toArray();
    }
}
