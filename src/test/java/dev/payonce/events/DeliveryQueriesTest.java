package dev.payonce.events;

import static dev.payonce.faults.MySql.execute;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.is;

import dev.payonce.faults.MySql;
import dev.payonce.faults.QueryPlans;
import dev.payonce.store.Transactions;
import dev.payonce.testsupport.WithStores;
import io.quarkus.scheduler.Scheduler;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is asked all the time costs no more when receivers have long queues. */
@QuarkusTest
@WithStores
class DeliveryQueriesTest {

    @Inject
    Scheduler jobs;

    @Inject
    Transactions transactions;

    @Inject
    Deliveries deliveries;

    @BeforeEach
    void fillTheQueues() {
        jobs.pause();
        execute(
                "insert into event_delivery (id, receiver, event_id, order_id, seq, status, attempts, tries, since, due_at,"
                        + " created_at) select seq, elt(1 + seq % 3, 'test-a', 'test-b', 'test-c'), seq, seq, -seq,"
                        + " elt(1 + seq % 4, 'DELIVERED', 'PENDING', 'PENDING', 'PENDING'), 1, 1, utc_timestamp(6), '2099-01-01',"
                        + " utc_timestamp(6) from seq_1_to_5000 s"); // MariaDB's own table of numbers
        execute("analyze table event_delivery");
    }

    @AfterEach
    void emptyTheQueues() {
        try {
            execute("delete from event_delivery where receiver in ('test-a', 'test-b', 'test-c')");
        } finally {
            jobs.resume();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {Deliveries.DUE, OutboxGauges.RECEIVERS})
    void receiversAreFoundWithoutReadingTheirQueues(String query) throws SQLException {
        try (Connection connection = MySql.session();
                Statement statement = connection.createStatement();
                ResultSet plan = statement.executeQuery("explain " + query)) {
            plan.next();

            assertThat(plan.getString("Extra"), containsString("Using index for group-by"));
        }
    }

    @Test
    void whatIsDueIsTakenInTheOrderOfTheIndex() {
        execute("update event_delivery set due_at = utc_timestamp(6) - interval id second where receiver = 'test-a'");

        List<String> slow = QueryPlans.slowPartsOf(
                () -> transactions.inNew(() -> deliveries.take("test-a", 1, Duration.ofSeconds(1))));

        assertThat(slow, is(empty()));
    }
}
