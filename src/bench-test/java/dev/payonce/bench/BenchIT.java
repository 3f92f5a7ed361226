package dev.payonce.bench;

import dev.payonce.value.OrderId;
import java.util.List;
import java.util.Queue;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * payonce beside its floor and its ceiling, in turn, in one run: {@code mvn verify -Pbench}. It asserts that each order was
 * charged once, and nothing about speed: machines are noisy, ratios within one run are less so.
 *
 * <p>{@code -Dbench.seconds} of a round (5), {@code -Dbench.rounds} (3), {@code -Dbench.warmup} seconds (90), {@code
 * -Dbench.callers} (1,8,32,128), {@code -Dbench.java} more options for the service's virtual machine, {@code -Dbench.settings} of the
 * service as {@code name=value}, with blanks between them.
 */
@Tag("bench")
class BenchIT {

    private static final int MANY = 32;
    private static final int WARM_UP_ROUND = 5;

    private final double seconds = Double.parseDouble(System.getProperty("bench.seconds", "5"));
    private final int rounds = Integer.getInteger("bench.rounds", 3);
    private final int warmUp = Integer.getInteger("bench.warmup", 90);
    private final List<Integer> crowds = Stream.of(
                    System.getProperty("bench.callers", "1,8,32,128").split(","))
            .map(Integer::valueOf)
            .toList();

    @Test
    void payonceBesideItsFloorAndItsCeiling() throws Exception {
        try (Bench bench = new Bench()) {
            Table table = bench.table();
            warmUp(bench, table);
            for (int round = 0; round < rounds; round++) {
                everyMode(bench, table);
            }
            bench.noteMemory(table);
            table.note("requests that had to be repeated: %d", Buyer.repeats());
            table.print();
            bench.eachOrderWasChargedOnce();
        }
    }

    /** From the first payment on: for a minute or more, the compiler holds a core. */
    private void warmUp(Bench bench, Table table) throws Exception {
        for (int start = 0; start < warmUp; start += WARM_UP_ROUND) {
            Measured measured = bench.pay(MANY, WARM_UP_ROUND);
            table.note("warming up, second %d to %d: %.0f", start, start + WARM_UP_ROUND, measured.perSecond());
        }
        if (warmUp > 0) {
            bench.floor(MANY, 2 * WARM_UP_ROUND);
            bench.run(MANY, WARM_UP_ROUND, Buyer::asksForNothing);
        }
    }

    private void everyMode(Bench bench, Table table) throws Exception {
        for (int callers : crowds) {
            table.add(Table.FLOOR, callers, bench.floor(callers, seconds));
            table.add(Table.PAY, callers, bench.pay(callers, seconds));
        }
        table.add(Table.EMPTY, MANY, bench.run(MANY, seconds, Buyer::asksForNothing));
        table.add(Table.REPLAY, MANY, bench.run(MANY, seconds, buyer -> {
            bench.payOne(buyer);
            return buyer.replays();
        }));
        table.add(Table.TOKEN, MANY, bench.run(MANY, seconds, buyer -> buyer.fetchesTokens(orders(bench, buyer))));
        table.add(Table.FOURFOLD, MANY, bench.runPayments(MANY, seconds, buyer -> buyer.paysFourfold(orders(bench, buyer))));
        table.add(
                Table.MIXED,
                MANY,
                bench.runPayments(
                        MANY,
                        seconds,
                        buyer -> buyer.paysMixed(
                                orders(bench, buyer), bench.buyer("shop-of-" + buyer.name(), "merchant"))));
    }

    private Queue<OrderId> orders(Bench bench, Buyer buyer) throws Exception {
        return bench.orders(buyer.name(), MANY, seconds);
    }
}
