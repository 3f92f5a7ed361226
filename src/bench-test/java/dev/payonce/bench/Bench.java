package dev.payonce.bench;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.equalTo;

import dev.payonce.value.OrderId;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;

/** All that a run needs, running: stores, gateway, the service and its floor, and those who buy. Each order is charged once. */
final class Bench implements AutoCloseable {

    private static final int FLOOR_CONNECTIONS = 20;

    /** Orders that a caller is given to pay in a second: more than anybody can. */
    private static final int MOST_PER_SECOND = 4000;

    private static final int MOST_PER_SECOND_AND_CALLER = 1200;

    private final Map<String, Buyer> buyers = new HashMap<>();
    private final BenchStores stores;
    private final BenchGateway gateway;
    private final BenchService service;
    private final Floor floor;
    private long paid;

    Bench() throws Exception {
        stores = new BenchStores();
        gateway = new BenchGateway();
        // the tables are made by a start that nobody measures
        new BenchService(stores, gateway.url()).close();
        service = new BenchService(stores, gateway.url());
        floor = new Floor(stores, FLOOR_CONNECTIONS);
    }

    BenchStores stores() {
        return stores;
    }

    BenchService service() {
        return service;
    }

    Measured floor(int callers, double time) throws Exception {
        List<Crowd.Caller> crowd = new ArrayList<>();
        for (int i = 0; i < callers; i++) {
            crowd.add(floor.caller(orders("floor" + i, callers, time), "floor" + i));
        }
        return Crowd.run(crowd, time, this::use);
    }

    Measured pay(int callers, double time) throws Exception {
        return runPayments(callers, time, buyer -> buyer.pays(orders(buyer.name(), callers, time)));
    }

    interface Part {

        Crowd.Caller of(Buyer buyer) throws Exception;
    }

    Measured run(int callers, double time, Part part) throws Exception {
        List<Crowd.Caller> crowd = new ArrayList<>();
        for (int i = 0; i < callers; i++) {
            crowd.add(part.of(buyer("buyer" + i, "customer")));
        }
        return Crowd.run(crowd, time, this::use);
    }

    /** @param part each time, the payment of another order */
    Measured runPayments(int callers, double time, Part part) throws Exception {
        Measured measured = run(callers, time, part);
        paid += measured.nanos().length;
        return measured;
    }

    /** A payment that is not measured. */
    void payOne(Buyer buyer) throws Exception {
        buyer.pays(orders(buyer.name(), 1, 1)).once();
        paid++;
    }

    Buyer buyer(String name, String role) throws Exception {
        Buyer known = buyers.get(name);
        if (known == null) {
            known = new Buyer(service.port(), name, role);
            buyers.put(name, known);
        }
        return known;
    }

    Queue<OrderId> orders(String customer, int callers, double time) throws Exception {
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

    /** With what was started, and how fast. */
    Table table() throws SQLException {
        Table table = new Table(stores.mysqlName(), service.options());
        table.note("start to ready %.2f s, resident then %d MiB", service.startSeconds(), Use.residentMib(service.pid()));
        return table;
    }

    void noteMemory(Table table) {
        table.note(
                "resident at the end: service %d MiB, MySQL %d MiB, Redis %d MiB",
                Use.residentMib(service.pid()),
                Use.residentMib(stores.mysqlPid()),
                Use.residentMib(stores.redisPid()));
    }

    void eachOrderWasChargedOnce() {
        assertThat("orders charged twice", gateway.chargedTwice(), equalTo(0L));
        assertThat("orders charged", gateway.charged(), equalTo(paid));
    }

    /** In the other order; what fails on the way keeps nothing from being closed. */
    @Override
    public void close() throws SQLException, IOException {
        try {
            floor.close();
        } finally {
            try {
                service.close();
            } finally {
                try {
                    gateway.close();
                } finally {
                    stores.close();
                }
            }
        }
    }
}
