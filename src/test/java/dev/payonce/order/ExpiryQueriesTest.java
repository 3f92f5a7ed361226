package dev.payonce.order;

import static dev.payonce.faults.MySql.execute;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.is;

import dev.payonce.faults.QueryPlans;
import dev.payonce.testsupport.WithStores;
import io.quarkus.scheduler.Scheduler;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Expiry takes a batch in the same time however many orders are past their end: else a flood of them would stop it for good. */
@QuarkusTest
@WithStores
class ExpiryQueriesTest {

    @Inject
    Scheduler jobs;

    @Inject
    ExpireOrders expireOrders;

    @BeforeEach
    void letOrdersPileUp() {
        jobs.pause();
        execute(
                "insert into orders (id, customer_id, amount, currency, item_count, status, version, created_at, expires_at)"
                        + " select seq, 'piled-up', 100, 'USD', 0, elt(1 + seq % 3, 'PENDING', 'PAYMENT_FAILED', 'PAID'), 1,"
                        + " utc_timestamp(6) - interval seq second, utc_timestamp(6) - interval seq second"
                        + " from seq_1001_to_4000 s"); // MariaDB's own table of numbers
        execute("analyze table orders");
    }

    @AfterEach
    void removeThem() {
        execute("delete from order_history where order_id between 1001 and 4000");
        execute("delete from outbox_event where order_id between 1001 and 4000");
        execute("delete from orders where id between 1001 and 4000");
        jobs.resume();
    }

    @Test
    void aBatchIsTakenInTheOrderOfTheIndex() {
        List<String> slow = QueryPlans.slowPartsOf(() -> expireOrders.expire(1));

        assertThat(slow, is(empty()));
    }
}
