package dev.payonce.faults;

import static java.util.stream.Collectors.joining;

import dev.payonce.testsupport.FreePort;
import dev.payonce.testsupport.Poll;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** Three Redis masters that share the slots; a slot can be taken from one to another, as resharding does. */
final class RedisCluster implements AutoCloseable {

    private static final int MASTERS = 3;
    private static final int SLOTS = 16_384;
    private static final int BUS = 10_000;
    private static final int HIGHEST_PORT = 65_535 - BUS;
    private static final String KEYS_AT_ONCE = "100";
    private static final String NIL = "-1";
    private static final Duration START = Duration.ofSeconds(30);

    private record Master(RedisServer server, String id) {

        int port() {
            return server.port();
        }
    }

    private final List<Master> masters = new ArrayList<>();
    private final int[] owners = new int[SLOTS];
    private int turn;

    private RedisCluster() {}

    /** Returns when every master knows of every slot. */
    static RedisCluster start() {
        RedisCluster cluster = new RedisCluster();
        try {
            for (int master = 0; master < MASTERS; master++) {
                cluster.masters.add(master());
            }
            cluster.shareSlots();
            cluster.meet();
            Poll.until(START, () -> cluster.masters.stream()
                    .allMatch(master -> command(master, "CLUSTER", "INFO").contains("cluster_state:ok")));
            return cluster;
        } catch (RuntimeException | Error e) {
            cluster.close();
            throw e;
        }
    }

    private static Master master() {
        RedisServer server = RedisServer.start(
                FreePort.upTo(HIGHEST_PORT), "--cluster-enabled", "yes", "--cluster-announce-ip", "127.0.0.1");
        return new Master(server, server.command("CLUSTER", "MYID"));
    }

    private void shareSlots() {
        for (int slot = 0; slot < SLOTS; slot++) {
            owners[slot] = slot * MASTERS / SLOTS;
        }
        for (int owner = 0; owner < MASTERS; owner++) {
            int mine = owner;
            List<String> command = new ArrayList<>(List.of("CLUSTER", "ADDSLOTS"));
            IntStream.range(0, SLOTS)
                    .filter(slot -> owners[slot] == mine)
                    .forEach(slot -> command.add(Integer.toString(slot)));
            must(masters.get(owner), command.toArray(String[]::new));
        }
    }

    private void meet() {
        for (int other = 0; other < MASTERS; other++) {
            must(masters.get(other), "CLUSTER", "SET-CONFIG-EPOCH", Integer.toString(other + 1));
            if (other > 0) {
                must(
                        masters.get(0),
                        "CLUSTER",
                        "MEET",
                        "127.0.0.1",
                        Integer.toString(masters.get(other).port()));
            }
        }
    }

    /** What the service is told. */
    String hosts() {
        return masters.stream()
                .map(master -> "redis://127.0.0.1:" + master.port())
                .collect(joining(","));
    }

    /** Any key of a master, of each in turn; empty where it has none. */
    Optional<String> anyKey() {
        turn = (turn + 1) % MASTERS;
        return Optional.of(command(masters.get(turn), "RANDOMKEY")).filter(key -> !key.equals(NIL));
    }

    /** All keys that match. */
    List<String> keys(String pattern) {
        return masters.stream()
                .flatMap(master -> Redis.listAt(master.port(), "KEYS", pattern).stream())
                .toList();
    }

    /** How many keys that match have no end. */
    long forEver(String pattern) {
        String count = "local n = 0 for _, key in ipairs(redis.call('KEYS', ARGV[1])) do "
                + "if redis.call('PTTL', key) == -1 then n = n + 1 end end return n";
        return masters.stream()
                .mapToLong(master -> Long.parseLong(command(master, "EVAL", count, "0", pattern)))
                .sum();
    }

    void flush() {
        masters.forEach(master -> must(master, "FLUSHALL"));
    }

    /** How often a command has been answered with this error. */
    long errors(String code) {
        Pattern line = Pattern.compile("errorstat_" + code + ":count=(\\d+)");
        return masters.stream()
                .map(master -> line.matcher(command(master, "INFO", "errorstats")))
                .filter(Matcher::find)
                .mapToLong(found -> Long.parseLong(found.group(1)))
                .sum();
    }

    /** From now on the slot of the key is between its owner and the next master. */
    Move begin(String key) {
        return new Move(key, Integer.parseInt(command(masters.get(0), "CLUSTER", "KEYSLOT", key)));
    }

    /** One slot on its way; until the end commands on keys that its owner has not are sent on to the other. */
    final class Move {

        private final String key;
        private final int slot;
        private final Master from;
        private final int next;
        private final Master to;

        private Move(String key, int slot) {
            this.key = key;
            this.slot = slot;
            this.from = masters.get(owners[slot]);
            this.next = (owners[slot] + 1) % MASTERS;
            this.to = masters.get(next);
            setSlot(to, "IMPORTING", from.id());
            setSlot(from, "MIGRATING", to.id());
        }

        /** @return how many keys went over */
        int takeKeys() {
            int taken = 0;
            List<String> keys = keys();
            while (!keys.isEmpty()) {
                List<String> migrate = new ArrayList<>(
                        List.of("MIGRATE", "127.0.0.1", Integer.toString(to.port()), "", "0", "2000", "KEYS"));
                migrate.addAll(keys);
                String answer = command(from, migrate.toArray(String[]::new));
                if (!answer.equals("OK") && !answer.equals("NOKEY")) {
                    throw new IllegalStateException("slot " + slot + ": " + answer);
                }
                taken += keys.size();
                keys = keys();
            }
            return taken;
        }

        /** All masters know from now on that the other one has it, and the first one says so. */
        void finish() {
            setSlot(to, "NODE", to.id());
            masters.stream().filter(master -> master != to).forEach(master -> setSlot(master, "NODE", to.id()));
            owners[slot] = next;
            String answer = command(from, "EXISTS", key);
            if (!answer.equals("MOVED " + slot + " 127.0.0.1:" + to.port())) {
                throw new IllegalStateException("slot " + slot + " has not moved: " + answer);
            }
        }

        private List<String> keys() {
            return Redis.listAt(from.port(), "CLUSTER", "GETKEYSINSLOT", Integer.toString(slot), KEYS_AT_ONCE);
        }

        private void setSlot(Master master, String state, String node) {
            must(master, "CLUSTER", "SETSLOT", Integer.toString(slot), state, node);
        }
    }

    private static String command(Master master, String... parts) {
        return master.server().command(parts);
    }

    private static void must(Master master, String... parts) {
        master.server().must(parts);
    }

    @Override
    public void close() {
        masters.forEach(master -> master.server().close());
    }
}
