package dev.payonce.faults;

import dev.payonce.testsupport.Stores;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Kills, pauses, flushes and spoils, one fault after the other; the seed gives the same schedule again. */
final class Chaos {

    enum Fault {
        KILL_SERVICE,
        FREEZE_SERVICE,
        KILL_REDIS,
        FREEZE_REDIS,
        FLUSH_REDIS,
        FLUSH_SCRIPTS,
        KILL_MYSQL,
        FREEZE_MYSQL,
        SLOW_GATEWAY,
        CUTTING_GATEWAY,
        FAILING_GATEWAY,
        SILENT_GATEWAY;

        boolean isKill() {
            return this == KILL_SERVICE || this == KILL_REDIS || this == KILL_MYSQL;
        }

        boolean isOfAStore() {
            return name().endsWith("REDIS") || name().endsWith("MYSQL") || this == FLUSH_SCRIPTS;
        }
    }

    private final World world;
    private final List<ServiceProcess> services;
    private final Random random;
    private final Map<Fault, Integer> injected = new EnumMap<>(Fault.class);

    Chaos(World world, List<ServiceProcess> services, long seed) {
        this.world = world;
        this.services = services;
        this.random = new Random(seed);
    }

    /** Goes on until the end, and leaves everything running and the gateway well-behaved. */
    void rage(long endNanos) {
        List<Fault> deck = new ArrayList<>();
        while (System.nanoTime() < endNanos) {
            if (deck.isEmpty()) {
                deck.addAll(List.of(Fault.values()));
                java.util.Collections.shuffle(deck, random);
            }
            Fault fault = deck.remove(deck.size() - 1);
            inject(fault);
            injected.merge(fault, 1, Integer::sum);
            pause(500 + random.nextInt(2500));
        }
        world.gatewayBehaves(Map.of());
    }

    private void inject(Fault fault) {
        ServiceProcess service = services.get(random.nextInt(services.size()));
        int millis = 500 + random.nextInt(2500);
        switch (fault) {
            case KILL_SERVICE -> service.restart();
            case FREEZE_SERVICE -> freeze(service.pid(), millis);
            case KILL_REDIS -> {
                Stores.kill(Stores.redisPid());
                pause(millis);
                Stores.restartRedis();
            }
            case FREEZE_REDIS -> freeze(Stores.redisPid(), millis);
            case FLUSH_REDIS -> Redis.flushAll();
            case FLUSH_SCRIPTS -> Redis.flushScripts();
            case KILL_MYSQL -> {
                Stores.kill(Stores.mysqlPid());
                pause(millis);
                Stores.restartMysql();
            }
            case FREEZE_MYSQL -> freeze(Stores.mysqlPid(), millis);
            case SLOW_GATEWAY -> spoil(Map.of("delayBeforeMillis", 4000), millis);
            case CUTTING_GATEWAY -> spoil(Map.of("outcome", "cut"), millis);
            case FAILING_GATEWAY -> spoil(Map.of("outcome", "error500"), millis);
            case SILENT_GATEWAY -> spoil(Map.of("outcome", "empty", "lookup", false), millis);
        }
    }

    private void freeze(long pid, int millis) {
        Stores.pause(pid);
        pause(millis);
        Stores.resume(pid);
    }

    private void spoil(Map<String, Object> behaviour, int millis) {
        world.gatewayBehaves(behaviour);
        pause(millis);
        world.gatewayBehaves(Map.of());
    }

    private static void pause(int millis) {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(millis));
    }

    Map<Fault, Integer> injected() {
        return injected;
    }

    int kills() {
        return injected.entrySet().stream()
                .filter(entry -> entry.getKey().isKill())
                .mapToInt(Map.Entry::getValue)
                .sum();
    }

    int storeFaults() {
        return injected.entrySet().stream()
                .filter(entry -> entry.getKey().isOfAStore())
                .mapToInt(Map.Entry::getValue)
                .sum();
    }
}
