package dev.payonce.testsupport;

import io.quarkus.redis.datasource.RedisDataSource;
import jakarta.inject.Singleton;
import java.util.regex.Pattern;
import org.hibernate.SessionFactory;

/** Counts what a step costs the stores; begin and commit aside. The jobs must be silent meanwhile. */
@Singleton
public class StoreCosts {

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
        redis.execute("CONFIG", "RESETSTAT");
        long statements = statementsOf(step);
        return new Cost(statements, scriptCalls());
    }

    /** Also while Redis is away. */
    public long statementsOf(Runnable step) {
        long before = hibernate.getStatistics().getPrepareStatementCount();
        step.run();
        return hibernate.getStatistics().getPrepareStatementCount() - before;
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
