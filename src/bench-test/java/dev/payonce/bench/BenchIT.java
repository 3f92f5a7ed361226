package dev.payonce.bench;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.equalTo;

import dev.payonce.value.OrderId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
    private static final int FLOOR_CONNECTIONS = 20;
    private static final int WARM_UP_ROUND = 5;

    /** Orders that a caller is given to pay in a second: more than anybody can. */
    private static final int MOST_PER_SECOND = 4000;

    private static final int MOST_PER_SECOND_AND_CALLER = 1200;

    private final double seconds = Double.parseDouble(System.getProperty("bench.seconds", "5"));
    private final int rounds = Integer.getInteger("bench.rounds", 3);
    private final int warmUp = Integer.getInteger("bench.warmup", 90);
    private final List<Integer> crowds = Stream.of(
                    System.getProperty("bench.callers", "1,8,32,128").split(","))
            .map(Integer::valueOf)
            .toList();

    private final Map<String, Buyer> buyers = new HashMap<>();
    private BenchStores stores;
    private BenchService service;
    private Floor floor;
    private long paid;

    @Test
    void payonceBesideItsFloorAndItsCeiling() throws Exception {
        try (BenchStores stores = new BenchStores();
                BenchGateway gateway = new BenchGateway()) {
            this.stores = stores;
            // the tables are made by a start that nobody measures
            new BenchService(stores, gateway.url()).close();
            try (BenchService service = new BenchService(stores, gateway.url());
                    Floor floor = new Floor(stores, FLOOR_CONNECTIONS)) {
                this.service = service;
                this.floor = floor;
                measure();
            }
            assertThat("orders charged twice", gateway.chargedTwice(), equalTo(0L));
            assertThat("orders charged", gateway.charged(), equalTo(paid));
        }
    }

    private void measure() throws Exception {
        Table table = new Table(stores.mysqlName(), service.options());
        table.note("start to ready %.2f s, resident then %d MiB", service.startSeconds(), Use.residentMib(service.pid()));
        warmUp(table);
        for (int round = 0; round < rounds; round++) {
            everyMode(table);
        }
        table.note(
                "resident at the end: service %d MiB, MySQL %d MiB, Redis %d MiB",
                Use.residentMib(service.pid()),
                Use.residentMib(stores.mysqlPid()),
                Use.residentMib(stores.redisPid()));
        table.note("requests that had to be repeated: %d", Buyer.repeats());
        table.print();
    }

    /** From the first payment on: for a minute or more, the compiler holds a core. */
    private void warmUp(Table table) throws Exception {
        for (int start = 0; start < warmUp; start += WARM_UP_ROUND) {
            Measured measured = pay(MANY, WARM_UP_ROUND);
            table.note("warming up, second %d to %d: %.0f", start, start + WARM_UP_ROUND, measured.perSecond());
        }
        if (warmUp > 0) {
            floor(MANY, 2 * WARM_UP_ROUND);
            empty(WARM_UP_ROUND);
        }
    }

    private void everyMode(Table table) throws Exception {
        for (int callers : crowds) {
            table.add(Table.FLOOR, callers, floor(callers, seconds));
            table.add(Table.PAY, callers, pay(callers, seconds));
        }
        table.add(Table.EMPTY, MANY, empty(seconds));
        table.add(Table.REPLAY, MANY, replay());
        table.add(Table.TOKEN, MANY, tokens());
        table.add(Table.FOURFOLD, MANY, fourfold());
        table.add(Table.MIXED, MANY, mixed());
    }

    private Measured floor(int callers, double time) throws Exception {
        List<Crowd.Caller> crowd = new ArrayList<>();
        for (int i = 0; i < callers; i++) {
            crowd.add(floor.caller(orders("floor" + i, callers, time), "floor" + i));
        }
        return Crowd.run(crowd, time, this::use);
    }

    private Measured pay(int callers, double time) throws Exception {
        return counted(Crowd.run(crowd(callers, buyer -> buyer.pays(orders(buyer.name(), callers, time))), time, this::use));
    }

    private Measured replay() throws Exception {
        List<Crowd.Caller> crowd = crowd(MANY, buyer -> {
            buyer.pays(orders(buyer.name(), MANY, seconds)).once();
            paid++;
            return buyer.replays();
        });
        return Crowd.run(crowd, seconds, this::use);
    }

    private Measured tokens() throws Exception {
        return Crowd.run(
                crowd(MANY, buyer -> buyer.fetchesTokens(orders(buyer.name(), MANY, seconds))), seconds, this::use);
    }

    private Measured fourfold() throws Exception {
        return counted(Crowd.run(
                crowd(MANY, buyer -> buyer.paysFourfold(orders(buyer.name(), MANY, seconds))), seconds, this::use));
    }

    private Measured mixed() throws Exception {
        return counted(Crowd.run(
                crowd(
                        MANY,
                        buyer -> buyer.paysMixed(
                                orders(buyer.name(), MANY, seconds), buyer("shop-of-" + buyer.name(), "merchant"))),
                seconds,
                this::use));
    }

    private Measured empty(double time) throws Exception {
        return Crowd.run(crowd(MANY, Buyer::asksForNothing), time, this::use);
    }

    private interface Part {

        Crowd.Caller of(Buyer buyer) throws Exception;
    }

    private List<Crowd.Caller> crowd(int callers, Part part) throws Exception {
        List<Crowd.Caller> crowd = new ArrayList<>();
        for (int i = 0; i < callers; i++) {
            crowd.add(part.of(buyer("buyer" + i, "customer")));
        }
        return crowd;
    }

    private Buyer buyer(String name, String role) throws Exception {
        Buyer known = buyers.get(name);
        if (known == null) {
            known = new Buyer(service.port(), name, role);
            buyers.put(name, known);
        }
        return known;
    }

    private Measured counted(Measured measured) {
        paid += measured.nanos().length;
        return measured;
    }

    private Queue<OrderId> orders(String customer, int callers, double time) throws Exception {
        int mostPerSecond = Math.min(MOST_PER_SECOND / callers, MOST_PER_SECOND_AND_CALLER);
        return stores.orders(customer, (int) (time * mostPerSecond) + 50);
    }

    private Use use() {
        Map<String, Double> cpu = new LinkedHashMap<>();
        cpu.put("service", Use.cpuMillis(service.pid()));
        cpu.put("mysql", Use.cpuMillis(stores.mysqlPid()));
        cpu.put("redis", Use.cpuMillis(stores.redisPid()));
        cpu.put("load", Use.cpuMillis(ProcessHandle.current().pid()));
        return new Use(cpu, stores.statements(), stores.redisReads());
    }
}
