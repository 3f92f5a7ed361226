package dev.payonce.bench;

import dev.payonce.token.TokenId;
import dev.payonce.value.OrderId;
import dev.payonce.value.PaymentId;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.params.SetParams;

/**
 * What the stores alone charge for a token and its payment: {@code SET} and {@code EVALSHA}, and the rows of the two
 * transactions, by plain JDBC and Jedis. No HTTP, no signature, no gateway, and nothing is read that need not be. Its
 * events count as told, so that the service does not set to work on them.
 */
final class Floor implements AutoCloseable {

    private static final String SCRIPT = "local t = redis.call('DEL', KEYS[1]) if t == 0 then return 0 end"
            + " redis.call('HSET', KEYS[2], 'owner', ARGV[1], 'fingerprint', ARGV[2]) redis.call('PEXPIRE', KEYS[2], ARGV[3])"
            + " return 1";
    private static final long TTL_MILLIS = 900_000;
    private static final Duration RECOVERY = Duration.ofHours(1);
    private static final Map<String, String> DRIVER = Map.of(
            "cachePrepStmts", "true", "useLocalSessionState", "true", "cacheServerConfiguration", "true");

    private final BlockingQueue<Session> sessions;
    private final List<Session> all = new ArrayList<>();

    /** @param connections more than 20 give nothing */
    Floor(BenchStores stores, int connections) throws SQLException {
        sessions = new ArrayBlockingQueue<>(connections);
        for (int i = 0; i < connections; i++) {
            all.add(new Session(stores));
        }
        sessions.addAll(all);
    }

    Crowd.Caller caller(Queue<OrderId> orders, String customer) {
        return () -> {
            OrderId order = orders.poll();
            if (order == null) {
                return false;
            }
            Session session = sessions.take();
            try {
                session.pay(order, customer);
            } finally {
                sessions.add(session);
            }
            return true;
        };
    }

    @Override
    public void close() throws SQLException {
        for (Session session : all) {
            session.close();
        }
    }

    private static final class Session {

        private final Connection mysql;
        private final Jedis redis;
        private final String sha;
        private final PreparedStatement startOrder;
        private final PreparedStatement endOrder;
        private final PreparedStatement history;
        private final PreparedStatement openPayment;
        private final PreparedStatement settlePayment;
        private final PreparedStatement event;

        Session(BenchStores stores) throws SQLException {
            mysql = stores.connect(DRIVER);
            mysql.setAutoCommit(false);
            mysql.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
            redis = new Jedis("127.0.0.1", stores.redisPort());
            sha = redis.scriptLoad(SCRIPT);
            startOrder = mysql.prepareStatement("update orders set status = 'PROCESSING', version = version + 1"
                    + " where id = ? and version = ? and status in ('PENDING', 'PAYMENT_FAILED') and expires_at > utc_timestamp(6)");
            endOrder = mysql.prepareStatement("update orders set status = 'PAID', version = version + 1, paid_at = ?"
                    + " where id = ? and version = ? and status = 'PROCESSING'");
            history = mysql.prepareStatement("insert into order_history (order_id, version, from_status, to_status, actor,"
                    + " reason, at) values (?, ?, ?, ?, ?, ?, ?)");
            openPayment = mysql.prepareStatement("insert into payment (id, order_id, token_id, request_fingerprint, amount,"
                    + " currency, payment_method, status, order_status, version, created_at, sends, sent_at, next_check_at)"
                    + " values (?, ?, ?, ?, 1800, 'USD', 'pm_ok', 'PROCESSING', 'PROCESSING', 0, ?, 1, ?, ?)");
            settlePayment = mysql.prepareStatement("update payment set status = 'SUCCEEDED', order_status = 'PAID', version = 1,"
                    + " payment_method = null, gateway_reference = ?, settled_at = ?, next_check_at = null"
                    + " where id = ? and version = 0");
            event = mysql.prepareStatement("insert into outbox_event (id, order_id, type, data, created_at, addressed)"
                    + " values (?, ?, 'order.paid', ?, ?, true)");
        }

        void pay(OrderId order, String customer) throws SQLException {
            TokenId token = TokenId.random();
            String key = "floor:{" + token + "}:";
            redis.set(key + "token", order.toString(), SetParams.setParams().px(TTL_MILLIS));
            PaymentId payment = PaymentId.next();
            Object granted = redis.evalsha(sha, 2, key + "token", key + "claim", payment.toString(), "f".repeat(64),
                    Long.toString(TTL_MILLIS));
            if (!Long.valueOf(1).equals(granted)) {
                throw new IllegalStateException("the token was gone");
            }
            open(order, payment, token, customer);
            settle(order, payment, customer);
        }

        private void open(OrderId order, PaymentId payment, TokenId token, String customer) throws SQLException {
            Timestamp now = Timestamp.from(Instant.now());
            one(startOrder, order.value(), 0);
            one(history, order.value(), 1, "PENDING", "PROCESSING", customer.getBytes(), "payment started", now);
            one(openPayment, payment.value(), order.value(), token.bytes(), new byte[32], now, now, check(now));
            mysql.commit();
        }

        private void settle(OrderId order, PaymentId payment, String customer) throws SQLException {
            Timestamp now = Timestamp.from(Instant.now());
            one(endOrder, now, order.value(), 1);
            one(settlePayment, "g1", now, payment.value());
            one(history, order.value(), 2, "PROCESSING", "PAID", customer.getBytes(), "charge approved", now);
            one(event, payment.value(), order.value(), "{\"order\":\"" + "x".repeat(300) + "\"}", now);
            mysql.commit();
        }

        /** Not now: the service would look after it. */
        private static Timestamp check(Timestamp now) {
            return Timestamp.from(now.toInstant().plus(RECOVERY));
        }

        private static void one(PreparedStatement statement, Object... values) throws SQLException {
            for (int i = 0; i < values.length; i++) {
                statement.setObject(i + 1, values[i]);
            }
            if (statement.executeUpdate() != 1) {
                throw new IllegalStateException("a row was not as it should be");
            }
        }

        void close() throws SQLException {
            mysql.close();
            redis.close();
        }
    }
}
