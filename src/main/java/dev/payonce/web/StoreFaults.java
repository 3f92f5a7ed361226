package dev.payonce.web;

import io.vertx.core.VertxException;
import io.vertx.redis.client.impl.types.ErrorType;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.nio.channels.ClosedChannelException;
import java.sql.SQLException;
import java.sql.SQLTransientException;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.eclipse.microprofile.faulttolerance.exceptions.FaultToleranceException;

/** Tells a store that is away, too busy or in another's hands (503, repeat it) from a fault of ours (500). */
public final class StoreFaults {

    /** A chain of causes that is longer has gone in a circle. */
    private static final int MAX_CAUSES = 20;

    /** MySQL: lock wait timeout, deadlock, shutdown, query killed, read-only after a failover, too many connections, statement timed out. */
    private static final Set<Integer> SQL_CODES = Set.of(1205, 1213, 1053, 1317, 1290, 1836, 1040, 1203, 3024, 3572);

    /** The database was not reached, refused the service, or gave up on a conflict. */
    private static final Set<String> SQL_STATES = Set.of("08", "28", "40", "53", "57");

    /** Redis answers so while it loads, fails over, is full, or runs somebody's long script. */
    private static final Set<String> REDIS_CODES = Set.of(
            "LOADING",
            "READONLY",
            "MASTERDOWN",
            "CLUSTERDOWN",
            "TRYAGAIN",
            "OOM",
            "BUSY",
            "NOREPLICAS",
            "MISCONF",
            "MOVED",
            "ASK",
            "NOAUTH",
            "WRONGPASS",
            "UNBLOCKED");

    private StoreFaults() {}

    /** Whether the failure, or anything that caused it, says that MySQL or Redis could not do its part now. */
    public static boolean isStoreFault(Throwable failure) {
        return Stream.iterate(failure, cause -> cause != null, Throwable::getCause)
                .limit(MAX_CAUSES)
                .anyMatch(StoreFaults::speaksOfStore);
    }

    private static boolean speaksOfStore(Throwable cause) {
        if (cause instanceof SQLException sql) {
            return isAway(sql);
        }
        if (cause instanceof ErrorType redis) {
            return REDIS_CODES.stream().anyMatch(redis::is);
        }
        return cause instanceof SocketException
                || cause instanceof UnknownHostException
                || cause instanceof ClosedChannelException
                || cause instanceof TimeoutException
                || cause instanceof io.smallrye.mutiny.TimeoutException
                || cause instanceof VertxException
                || cause instanceof FaultToleranceException;
    }

    private static boolean isAway(SQLException sql) {
        String state = sql.getSQLState();
        // without a state it comes from the connection pool: none was free in time, or the one it gave is closed
        return state == null
                || sql instanceof SQLTransientException
                || SQL_CODES.contains(sql.getErrorCode())
                || state.length() == 5 && SQL_STATES.contains(state.substring(0, 2));
    }
}
