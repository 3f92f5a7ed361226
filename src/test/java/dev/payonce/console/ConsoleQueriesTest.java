package dev.payonce.console;

import static dev.payonce.testsupport.Shop.anOrder;
import static dev.payonce.testsupport.Shop.asOperator;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.is;

import dev.payonce.faults.MySql;
import dev.payonce.faults.QueryPlans;
import dev.payonce.testsupport.WithStores;
import io.quarkus.scheduler.Scheduler;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What the console asks MySQL goes by an index, in the order of that index: EXPLAIN tells of each statement that a call has
 * sent. There are some thousand rows, for a table that is nearly empty is read from end to end.
 */
@QuarkusTest
@WithStores
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ConsoleQueriesTest {

    private static final int ROWS = 2000;

    private static final long FIRST_ID = 1000;
    private static final String SEQUENCE = " from seq_1_to_" + ROWS + " s"; // MariaDB's own table of numbers

    @Inject
    Scheduler jobs;

    @Inject
    Backlogs backlogs;

    /** In a session of its own: the application's would give up such a statement while the disk is slow. */
    @BeforeAll
    void fillTheTables() {
        jobs.pause();
        String id = "seq + " + FIRST_ID;
        String at = "utc_timestamp(6) - interval seq second";
        MySql.execute(
                "insert into orders (id, customer_id, amount, currency, item_count, status, version, created_at, expires_at)"
                        + " select " + id + ", concat('c', seq % 100), 100, 'USD', 0,"
                        + " elt(1 + seq % 8, 'PENDING', 'PAYMENT_FAILED', 'EXPIRED', 'EXPIRED', 'CANCELLED', 'PROCESSING', 'PAID',"
                        + " 'PAID'), 1, " + at + ", utc_timestamp(6) + interval 1 hour" + SEQUENCE);
        MySql.execute(
                "insert into payment (id, order_id, token_id, request_fingerprint, amount, currency, status, order_status,"
                        + " version, created_at, next_check_at) select " + id + ", " + id
                        + ", unhex(md5(seq)), repeat('x', 32), 100, 'USD', if(seq % 8 = 0, 'FAILED', if(seq % 50 = 1, 'PROCESSING', 'SUCCEEDED')), 'PAID', 1, "
                        + at
                        + ", null" + SEQUENCE);
        MySql.execute("insert into outbox_event (id, order_id, type, data, created_at, addressed) select " + id + ", "
                + id + ", 'order.paid', '{}', " + at + ", true" + SEQUENCE);
        MySql.execute(
                "insert into event_delivery (id, receiver, event_id, order_id, seq, status, attempts, tries, since, due_at,"
                        + " created_at) select " + id + ", 'test', " + id + ", " + id
                        + ", -seq, elt(1 + (seq % 8 = 0) + 2 * (seq % 8 = 1), 'DELIVERED', 'FAILED', 'PENDING'), 1, 1, "
                        + at + ", '2099-01-01', " + at + SEQUENCE);
        MySql.execute(
                "insert into refund (id, payment_id, order_id, origin, amount, currency, restock, status, idempotency_scope,"
                        + " idempotency_key, request_fingerprint, version, created_at, sends) select " + id + ", " + id
                        + ", " + id
                        + ", 'MERCHANT', 1, 'USD', false, if(seq % 50 = 0, 'PROCESSING', 'SUCCEEDED'), repeat('y', 32), seq, repeat('x', 32), 1, "
                        + at + ", 1" + SEQUENCE);
        MySql.execute(
                "insert into dead_letter (id, digest, broker, queue, reason, detail, status, deliveries, body, body_size,"
                        + " headers, first_seen_at, last_seen_at) select " + id
                        + ", unhex(sha2(seq, 256)), 'test', 'q', 'MALFORMED', 'x', if(seq % 8 = 0, 'DEAD', 'REDRIVEN'), 1, '', 0, '{}', "
                        + at + ", " + at + SEQUENCE);
        MySql.execute("analyze table orders, payment, outbox_event, event_delivery, refund, dead_letter");
    }

    @AfterAll
    void emptyTheTables() {
        try {
            for (String table :
                    List.of("event_delivery", "outbox_event", "refund", "payment", "orders", "dead_letter")) {
                MySql.execute("delete from " + table + " where id between " + FIRST_ID + " and " + (FIRST_ID + ROWS));
            }
        } finally {
            jobs.resume();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/orders",
                "/orders?after=ord_0000000000200",
                "/orders?status=PAID",
                "/orders?status=PENDING",
                "/orders?status=EXPIRED",
                "/orders?status=EXPIRED&after=ord_0000000000200",
                "/orders?customerId=c7",
                "/orders?customerId=c7&status=PAID",
                "/payments",
                "/payments?after=pay_0000000000200",
                "/payments?status=FAILED",
                "/payments?status=FAILED&after=pay_0000000000200",
                "/payments?status=PROCESSING",
                "/recovery/payments",
                "/recovery/refunds",
                "/dead-letters?status=DEAD",
                "/dead-letters?status=REDRIVEN",
                "/deliveries",
                "/deliveries?status=FAILED",
                "/deliveries?status=PENDING",
            })
    void aListIsReadInTheOrderOfAnIndex(String list) {
        List<String> slow =
                QueryPlans.slowPartsOf(() -> asOperator().get(list).then().statusCode(200));

        assertThat(slow, is(empty()));
    }

    @Test
    void eachBacklogIsCountedInAnIndex() {
        assertThat(QueryPlans.slowPartsOf(() -> backlogs.count().await().indefinitely()), is(empty()));
    }

    @Test
    void theOrderOfAHistoryIsReadInTheOrderOfAnIndex() {
        String order = anOrder();

        for (String part : List.of("", "/history", "/payments")) {
            assertThat(
                    QueryPlans.slowPartsOf(() ->
                            asOperator().get("/orders/" + order + part).then().statusCode(200)),
                    is(empty()));
        }
    }
}
