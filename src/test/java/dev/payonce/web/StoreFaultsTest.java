package dev.payonce.web;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.core.VertxException;
import io.vertx.redis.client.impl.types.ErrorType;
import java.net.ConnectException;
import java.nio.channels.ClosedChannelException;
import java.sql.SQLException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.SQLSyntaxErrorException;
import java.sql.SQLTransientConnectionException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.eclipse.microprofile.faulttolerance.exceptions.CircuitBreakerOpenException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Which failures say that a store is away, and which that we are wrong. */
class StoreFaultsTest {

    static Stream<Throwable> away() {
        return Stream.of(
                new SQLException("Communications link failure", "08S01", 0),
                new SQLTransientConnectionException("Could not connect", "08001"),
                new SQLException("Sorry, acquisition timeout!"),
                new SQLException("Lock wait timeout exceeded", "HY000", 1205),
                new SQLException("Deadlock found", "40001", 1213),
                new SQLException("Server shutdown in progress", "08S01", 1053),
                new SQLException("The MySQL server is running with the --read-only option", "HY000", 1290),
                new SQLException("Access denied", "28000", 1045),
                new SQLException("Too many connections", "08004", 1040),
                ErrorType.create("LOADING Redis is loading the dataset in memory"),
                ErrorType.create("OOM command not allowed when used memory > 'maxmemory'"),
                ErrorType.create("READONLY You can't write against a read only replica."),
                ErrorType.create("BUSY Redis is busy running a script."),
                new ConnectException("Connection refused"),
                new ClosedChannelException(),
                new VertxException("Connection was closed"),
                new TimeoutException(),
                new CircuitBreakerOpenException("redis"));
    }

    static Stream<Throwable> ours() {
        return Stream.of(
                new SQLSyntaxErrorException("You have an error in your SQL syntax", "42000", 1064),
                new SQLException("Table 'x' doesn't exist", "42S02", 1146),
                new SQLIntegrityConstraintViolationException("Duplicate entry", "23000", 1062),
                ErrorType.create("WRONGTYPE Operation against a key holding the wrong kind of value"),
                ErrorType.create("ERR unknown command"),
                new IllegalStateException("away"),
                new NullPointerException());
    }

    @ParameterizedTest
    @MethodSource("away")
    void aStoreThatIsAwayIsOneHoweverItIsWrapped(Throwable fault) {
        assertTrue(StoreFaults.isStoreFault(fault));
        assertTrue(StoreFaults.isStoreFault(new RuntimeException(new CompletionException(fault))));
    }

    @ParameterizedTest
    @MethodSource("ours")
    void aMistakeOfOursIsNone(Throwable fault) {
        assertFalse(StoreFaults.isStoreFault(fault));
        assertFalse(StoreFaults.isStoreFault(new RuntimeException(fault)));
    }

    @Test
    void causesInACircleEnd() {
        RuntimeException first = new RuntimeException();
        first.initCause(new RuntimeException(first));

        assertFalse(StoreFaults.isStoreFault(first));
    }
}
