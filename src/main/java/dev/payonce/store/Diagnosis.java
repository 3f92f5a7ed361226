package dev.payonce.store;

import dev.payonce.store.StoreFault.Kind;
import jakarta.persistence.OptimisticLockException;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.hibernate.StaleStateException;
import org.hibernate.exception.ConstraintViolationException;

/** Tells from an exception, however wrapped, which fault of the store it is; empty for everything else. */
final class Diagnosis {

    /** A chain of causes that is longer has gone in a circle. */
    private static final int MAX_CAUSES = 20;

    private static final int LOCK_WAIT_TIMEOUT = 1205;
    private static final int DEADLOCK = 1213;
    /**
     * Disk or table full (1030: the engine says so by its own number), a file that cannot be written, too many connections,
     * shutting down, our host shut out after too many broken connections, read-only or offline for a failover, interrupted,
     * session killed (MySQL's and MariaDB's own), statement timed out.
     */
    private static final Set<Integer> AWAY =
            Set.of(1021, 1026, 1030, 1040, 1053, 1114, 1129, 1203, 1290, 1317, 1836, 1927, 3024, 3032, 3169, 4031);

    /** Classes of SQLSTATE: no connection, no access, no resources, operator intervention. */
    private static final Set<String> AWAY_STATES = Set.of("08", "28", "53", "57");

    private Diagnosis() {}

    static Optional<Kind> of(Throwable failure) {
        return causes(failure)
                .flatMap(cause -> Stream.concat(Stream.of(cause), suppressed(cause)))
                .map(Diagnosis::ofOne)
                .flatMap(Optional::stream)
                .findFirst();
    }

    /** Why a commit failed, the transaction manager tells only beside the exception that it throws. */
    private static Stream<Throwable> suppressed(Throwable failure) {
        return Stream.of(failure.getSuppressed()).flatMap(Diagnosis::causes);
    }

    private static Stream<Throwable> causes(Throwable failure) {
        return Stream.iterate(failure, cause -> cause != null, Throwable::getCause)
                .limit(MAX_CAUSES);
    }

    private static Optional<Kind> ofOne(Throwable failure) {
        if (failure instanceof OptimisticLockException || failure instanceof StaleStateException) {
            return Optional.of(Kind.LOST_RACE);
        }
        if (failure instanceof ConstraintViolationException violation) {
            return takesPrimaryKey(violation) ? Optional.of(Kind.LOST_RACE) : Optional.empty();
        }
        return failure instanceof SQLException sql ? ofSql(sql) : Optional.empty();
    }

    private static Optional<Kind> ofSql(SQLException failure) {
        if (failure.getErrorCode() == DEADLOCK) {
            return Optional.of(Kind.LOST_RACE);
        }
        if (failure.getErrorCode() == LOCK_WAIT_TIMEOUT) {
            return Optional.of(Kind.ROW_BUSY);
        }
        return unreachable(failure) ? Optional.of(Kind.UNREACHABLE) : Optional.empty();
    }

    private static boolean unreachable(SQLException failure) {
        String state = failure.getSQLState();
        return AWAY.contains(failure.getErrorCode())
                || failure instanceof SQLTimeoutException
                || state != null && state.length() == 5 && AWAY_STATES.contains(state.substring(0, 2))
                || noFreeConnection(failure);
    }

    /** The pool's own time-out is a bare SQLException with neither code nor state. */
    private static boolean noFreeConnection(SQLException failure) {
        return failure.getErrorCode() == 0 && failure.getSQLState() == null;
    }

    /** MySQL names the table before the dot, MariaDB does not. */
    private static boolean takesPrimaryKey(ConstraintViolationException violation) {
        String name = violation.getConstraintName();
        return name != null && (name.equals("PRIMARY") || name.endsWith(".PRIMARY"));
    }
}
