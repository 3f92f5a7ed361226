package dev.payonce.testsupport;

import io.quarkus.redis.datasource.RedisDataSource;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.regex.Pattern;
import org.hibernate.SessionFactory;

/** Counts what a step costs the stores; begin and commit aside. The jobs must be paused meanwhile. */
@Singleton
public class StoreCosts {

    /** So many looks without a statement in between: what the jobs had begun when they were paused has ended. */
    private static final int QUIET_LOOKS = 15;

    /** Long enough for the events of the hundreds of payments that another test leaves behind. */
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private static final Pattern SCRIPT_CALLS = Pattern.compile("cmdstat_eval(?:sha)?:calls=(\\d+)");

    private final SessionFactory hibernate;
    private final RedisDataSource redis;

    StoreCosts(SessionFactory hibernate, RedisDataSource redis) {
        this.hibernate = hibernate;
        this.redis = redis;
    }

    /**
     * What a step cost.
     *
     * @param statements prepared for MySQL
     * @param roundTrips of scripts to Redis
     */
    public record Cost(long statements, int roundTrips) {}

    public Cost of(Runnable step) {
        untilNobodyElseIsAtWork();
        redis.execute("CONFIG", "RESETSTAT");
        long before = statements();
        step.run();
        return new Cost(statements() - before, scriptCalls());
    }

    /** Also while Redis is away. */
    public long statementsOf(Runnable step) {
        untilNobodyElseIsAtWork();
        long before = statements();
        step.run();
        return statements() - before;
    }

    private void untilNobodyElseIsAtWork() {
        long[] last = {-1};
        int[] quiet = {0};
        Poll.until(LIMIT, () -> {
            long now = statements();
            quiet[0] = now == last[0] ? quiet[0] + 1 : 0;
            last[0] = now;
            return quiet[0] >= QUIET_LOOKS;
        });
    }

    private long statements() {
        return hibernate.getStatistics().getPrepareStatementCount();
    }

    private int scriptCalls() {
        String stats = redis.execute("INFO", "commandstats").toString();
        return SCRIPT_CALLS
                .matcher(stats)
                .results()
                .mapToInt(call -> Integer.parseInt(call.group(1)))
                .sum();
    }
}
