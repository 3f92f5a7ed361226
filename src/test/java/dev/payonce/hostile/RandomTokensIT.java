package dev.payonce.hostile;

import static dev.payonce.testsupport.Shop.ALICE;
import static dev.payonce.testsupport.Shop.BOB;
import static dev.payonce.testsupport.Shop.aToken;
import static dev.payonce.testsupport.Shop.anOrder;
import static dev.payonce.testsupport.Shop.bearer;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.lessThan;

import dev.payonce.faults.MySql;
import dev.payonce.faults.Redis;
import dev.payonce.faults.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Whoever guesses tokens, as fast as a few connections can, costs the stores nothing. Half of the guesses are counted at the
 * stores, the other half come while somebody honest pays: each payment succeeds, and it is printed how long they take.
 */
@Tag("faults")
class RandomTokensIT {

    private static final int GUESSES = Integer.getInteger("payonce.test.random-tokens", 1_000_000);
    private static final int GUESSERS = 4;
    private static final int PAYMENTS = 300;
    private static final int WARM_UP = 300;
    private static final long MINUTES = 30;

    private static final Pattern CALLS = Pattern.compile("cmdstat_([a-z|]+):calls=(\\d+)");

    /** Jobs would be counted too. */
    private static final Map<String, String> NO_JOBS = Map.of("quarkus.scheduler.enabled", "false");

    /** What connections are opened with, and how the buffer's workers ask for work once a second. */
    private static final Set<String> WHATEVER_IS_GUESSED =
            Set.of("hello", "client|setinfo", "select", "ping", "xreadgroup");

    /** Connections to MySQL are looked after now and then; each guess that got there would be seen many times over. */
    private static final long MOST_STATEMENTS = GUESSES / 10_000;

    private final ExecutorService guessers = Executors.newFixedThreadPool(GUESSERS);
    private final AtomicInteger left = new AtomicInteger();
    private final AtomicInteger taken = new AtomicInteger();

    @Test
    void aMillionGuessesReachNoStore() throws Exception {
        try (World world = World.with(NO_JOBS)) {
            int port = world.service().port();
            String model = aToken(BOB, anOrder(BOB, 1800, "USD"));
            pays(port, WARM_UP);
            List<Long> quiet = pays(port, PAYMENTS);

            Map<String, Long> commands = commands();
            long statements = statements();
            long start = System.nanoTime();
            await(guess(port, model, GUESSES / 2, 1));
            double perSecond = GUESSES / 2 * 1e9 / (System.nanoTime() - start);
            long statementsOfGuesses = statements() - statements - 1;
            Map<String, Long> commandsOfGuesses = grown(commands, commands());

            List<Future<?>> attack = guess(port, model, GUESSES - GUESSES / 2, 2);
            List<Long> attacked = pays(port, PAYMENTS);
            boolean stillGoing = left.get() > 0;
            await(attack);

            System.out.printf(
                    "%d guesses, %.0f a second%n  commands to Redis %s, statements to MySQL %d%n"
                            + "  pays of somebody honest: p50 %.1f ms, p99 %.1f ms; meanwhile p50 %.1f ms, p99 %.1f ms%n",
                    GUESSES,
                    perSecond,
                    commandsOfGuesses,
                    statementsOfGuesses,
                    millis(quiet, 50),
                    millis(quiet, 99),
                    millis(attacked, 50),
                    millis(attacked, 99));
            assertThat(taken.get(), is(0));
            assertThat(commandsOfGuesses, equalTo(Map.of()));
            assertThat(statementsOfGuesses, is(lessThan(MOST_STATEMENTS)));
            assertThat("there was nothing to stand up to", stillGoing, is(true));
        } finally {
            guessers.shutdownNow();
        }
    }

    private List<Future<?>> guess(int port, String model, int count, long seed) {
        left.set(count);
        List<Future<?>> running = new ArrayList<>();
        for (int i = 0; i < GUESSERS; i++) {
            RandomTokens guesses = new RandomTokens(seed * GUESSERS + i, model);
            running.add(guessers.submit(() -> guessAll(port, guesses)));
        }
        return running;
    }

    private void guessAll(int port, RandomTokens guesses) {
        try (PayAttempts attempts = new PayAttempts(port, bearer(BOB))) {
            while (left.getAndDecrement() > 0) {
                if (!attempts.isRefused(guesses.next())) {
                    taken.incrementAndGet();
                }
            }
        }
    }

    private static void await(List<Future<?>> running) throws Exception {
        for (Future<?> one : running) {
            one.get(MINUTES, TimeUnit.MINUTES);
        }
    }

    /** How long each {@code /pay} took, in ns. */
    private static List<Long> pays(int port, int count) {
        List<Long> took = new ArrayList<>();
        try (PayAttempts alice = new PayAttempts(port, bearer(ALICE))) {
            for (int i = 0; i < count; i++) {
                String token = aToken(anOrder());
                long start = System.nanoTime();
                assertThat(alice.pay(token).status(), is(200));
                took.add(System.nanoTime() - start);
            }
        }
        return took;
    }

    private static double millis(List<Long> nanos, int percent) {
        return nanos.stream()
                        .sorted()
                        .skip((long) nanos.size() * percent / 100)
                        .findFirst()
                        .orElseThrow()
                / 1e6;
    }

    /** Those of this look included: one. */
    private static long statements() {
        return Long.parseLong(MySql.text(
                "select variable_value from information_schema.global_status where variable_name = 'Questions'"));
    }

    private static Map<String, Long> commands() {
        Map<String, Long> calls = new TreeMap<>();
        CALLS.matcher(Redis.command("INFO", "commandstats"))
                .results()
                .forEach(call -> calls.put(call.group(1), Long.parseLong(call.group(2))));
        return calls;
    }

    private static Map<String, Long> grown(Map<String, Long> before, Map<String, Long> after) {
        Map<String, Long> grown = new TreeMap<>(after);
        grown.replaceAll((command, calls) -> calls - before.getOrDefault(command, 0L));
        // the look itself
        grown.merge("info", -1L, Long::sum);
        grown.keySet().removeAll(WHATEVER_IS_GUESSED);
        grown.values().removeIf(calls -> calls == 0);
        return grown;
    }
}
