package dev.payonce.store;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.equalTo;

import dev.payonce.store.StoreFault.Kind;
import java.sql.SQLException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.SQLSyntaxErrorException;
import java.sql.SQLTransientConnectionException;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Which failures say that MySQL is away, and which that we are wrong. */
class DiagnosisTest {

    static Stream<SQLException> away() {
        return Stream.of(
                new SQLException("Communications link failure", "08S01", 0),
                new SQLTransientConnectionException("Could not connect", "08001"),
                new SQLException("Sorry, acquisition timeout!"),
                new SQLException("Server shutdown in progress", "08S01", 1053),
                new SQLException("The MySQL server is running with the --read-only option", "HY000", 1290),
                new SQLException("Access denied", "28000", 1045),
                new SQLException("Too many connections", "08004", 1040));
    }

    static Stream<Throwable> ours() {
        return Stream.of(
                new SQLSyntaxErrorException("You have an error in your SQL syntax", "42000", 1064),
                new SQLException("Table 'x' doesn't exist", "42S02", 1146),
                new SQLIntegrityConstraintViolationException("Duplicate entry", "23000", 1062),
                new IllegalStateException("away"),
                new NullPointerException());
    }

    @ParameterizedTest
    @MethodSource("away")
    void aStoreThatIsAwayIsOneHoweverItIsWrapped(SQLException fault) {
        assertThat(Diagnosis.of(fault), equalTo(Optional.of(Kind.UNREACHABLE)));
        assertThat(
                Diagnosis.of(new RuntimeException(new CompletionException(fault))),
                equalTo(Optional.of(Kind.UNREACHABLE)));
    }

    @ParameterizedTest
    @MethodSource("ours")
    void aMistakeOfOursIsNone(Throwable fault) {
        assertThat(Diagnosis.of(fault), equalTo(Optional.empty()));
        assertThat(Diagnosis.of(new RuntimeException(fault)), equalTo(Optional.empty()));
    }

    @Test
    void aLostRaceAndABusyRowAreToldApart() {
        assertThat(
                Diagnosis.of(new SQLException("Deadlock found", "40001", 1213)), equalTo(Optional.of(Kind.LOST_RACE)));
        assertThat(
                Diagnosis.of(new SQLException("Lock wait timeout exceeded", "HY000", 1205)),
                equalTo(Optional.of(Kind.ROW_BUSY)));
    }

    @Test
    void causesInACircleEnd() {
        RuntimeException first = new RuntimeException();
        first.initCause(new RuntimeException(first));

        assertThat(Diagnosis.of(first), equalTo(Optional.empty()));
    }
}
