package dev.payonce.bench;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Whether payments cost more the more there have been: {@code mvn verify -Pbench -Dincluded.groups=bench-growth}. The floor beside them tells
 * what of it the stores alone charge.
 *
 * <p>{@code -Dbench.past} orders in the end (10,000,000: some 6 GiB on the disk), {@code -Dbench.seconds} of a round (20),
 * {@code -Dbench.rounds} (3), {@code -Dbench.warmup} seconds (90).
 */
@Tag("bench-growth")
class GrowthIT {

    private static final int FEW = 10_000;
    private static final int CALLERS = 32;

    private final int many = Integer.getInteger("bench.past", 10_000_000);
    private final double seconds = Double.parseDouble(System.getProperty("bench.seconds", "20"));
    private final int rounds = Integer.getInteger("bench.rounds", 3);
    private final int warmUp = Integer.getInteger("bench.warmup", 90);

    @Test
    void paymentsAfterFewAndAfterManyOrders() throws Exception {
        try (Bench bench = new Bench();
                Past past = new Past(bench.stores())) {
            Table table = bench.table();
            bench.pay(CALLERS, warmUp);
            for (int orders : new int[] {FEW, many}) {
                past.grow(orders);
                for (int round = 0; round < rounds; round++) {
                    table.add(Table.FLOOR + " after " + orders, CALLERS, bench.floor(CALLERS, seconds));
                    table.add(Table.PAY + " after " + orders, CALLERS, bench.pay(CALLERS, seconds));
                }
            }
            bench.noteMemory(table);
            table.print();
            table.printRatio(Table.FLOOR + " after " + many, Table.FLOOR + " after " + FEW);
            table.printRatio(Table.PAY + " after " + many, Table.PAY + " after " + FEW);
            bench.eachOrderWasChargedOnce();
        }
    }
}
