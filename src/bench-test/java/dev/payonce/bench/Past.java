package dev.payonce.bench;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;

/** Orders of long ago, one a second, each with its payment and its history: nine of ten paid, one declined and expired. */
final class Past implements AutoCloseable {

    private static final int BATCH = 100_000;

    private static final String DIGIT = "(select 0 d union all select 1 union all select 2 union all select 3 union all select 4"
            + " union all select 5 union all select 6 union all select 7 union all select 8 union all select 9)";

    /** {@code n} is the id; so small ones are older than any that is made now. */
    private static final String ROWS = " from (select %d + a.d + 10 * b.d + 100 * c.d + 1000 * d.d + 10000 * e.d n from "
            + DIGIT + " a, " + DIGIT + " b, " + DIGIT + " c, " + DIGIT + " d, " + DIGIT + " e) past where n <= %d order by n";

    private static final String AT = "utc_timestamp(6) - interval 1 year + interval n second";
    private static final String PAID = "n %% 10 > 0";

    private static final List<String> TABLES = List.of(
            "insert into orders (id, customer_id, amount, currency, description, item_count, status, version, created_at,"
                    + " expires_at, paid_at) select n, concat('past', n %% 1000), 1800, 'USD', 'long ago', 0,"
                    + " if(" + PAID + ", 'PAID', 'EXPIRED'), 2, " + AT + ", " + AT + " + interval 1 hour, if(" + PAID + ", " + AT
                    + ", null)" + ROWS,
            "insert into payment (id, order_id, token_id, request_fingerprint, amount, currency, status, refusal, decline_code,"
                    + " order_status, gateway_reference, version, created_at, settled_at, sends, sent_at) select n, n,"
                    + " unhex(md5(n)), repeat('f', 32), 1800, 'USD', if(" + PAID + ", 'SUCCEEDED', 'FAILED'), if(" + PAID
                    + ", null, 'DECLINED'), if(" + PAID + ", null, 'card_declined'), if(" + PAID
                    + ", 'PAID', 'PAYMENT_FAILED'), concat('g', n), 1, " + AT + ", " + AT + ", 1, " + AT + ROWS,
            "insert into order_history (order_id, version, to_status, actor, reason, at) select n, 0, 'PENDING',"
                    + " concat('past', n %% 1000), 'created', " + AT + ROWS,
            "insert into order_history (order_id, version, from_status, to_status, actor, reason, at) select n, 1, 'PENDING',"
                    + " 'PROCESSING', concat('past', n %% 1000), 'payment started', " + AT + ROWS,
            "insert into order_history (order_id, version, from_status, to_status, actor, reason, at) select n, 2, 'PROCESSING',"
                    + " if(" + PAID + ", 'PAID', 'PAYMENT_FAILED'), concat('past', n %% 1000), if(" + PAID
                    + ", 'charge approved', 'charge declined'), " + AT + ROWS);

    private final Connection mysql;
    private int orders;

    Past(BenchStores stores) throws SQLException {
        mysql = stores.connect(Map.of());
    }

    /** Until there are so many in all. */
    void grow(int wanted) throws SQLException {
        try (Statement statement = mysql.createStatement()) {
            for (; orders < wanted; orders = Math.min(wanted, orders + BATCH)) {
                for (String table : TABLES) {
                    statement.execute(table.formatted(orders + 1, wanted));
                }
            }
            statement.execute("analyze table orders, payment, order_history");
        }
    }

    @Override
    public void close() throws SQLException {
        mysql.close();
    }
}
