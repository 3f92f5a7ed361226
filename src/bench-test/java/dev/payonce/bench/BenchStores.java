package dev.payonce.bench;

import dev.payonce.embedded.EmbeddedSettings;
import dev.payonce.embedded.EmbeddedStores;
import dev.payonce.value.OrderId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Queue;
import redis.clients.jedis.Jedis;

/**
 * The stores of a run, each commit on the disk before it is answered: the embedded ones, or a MySQL that is given by {@code
 * -Dbench.mysql-url}, {@code -Dbench.mysql-user}, {@code -Dbench.mysql-password} and {@code -Dbench.mysql-pid}.
 */
final class BenchStores implements AutoCloseable {

    private static final int BATCH = 1000;
    private static final double SLOW_SECONDS = 0.05;
    private static final int SLOWEST = 10;
    private static final Duration LIFETIME = Duration.ofDays(1);

    private final EmbeddedStores embedded = EmbeddedStores.startEmpty(new EmbeddedSettings(
            Path.of("target/embedded-bench"), Path.of("target/embedded-test/bin"), freePort(), freePort(), true));
    private final Jedis redis = new Jedis("127.0.0.1", embedded.redis().port());
    private final Connection mysql = connect(Map.of("rewriteBatchedStatements", "true"));
    private final Map<String, Queue<OrderId>> orders = new HashMap<>();

    BenchStores() throws SQLException {
        if (given("url").isEmpty()) {
            // a connection keeps the bound that holds when it is made
            execute("set global long_query_time = " + SLOW_SECONDS);
        }
    }

    Map<String, String> settings() {
        Map<String, String> settings = new LinkedHashMap<>(embedded.settings());
        given("url").ifPresent(url -> settings.put("quarkus.datasource.jdbc.url", url));
        given("user").ifPresent(user -> settings.put("quarkus.datasource.username", user));
        given("password").ifPresent(password -> settings.put("quarkus.datasource.password", password));
        return settings;
    }

    private static Optional<String> given(String name) {
        return Optional.ofNullable(System.getProperty("bench.mysql-" + name));
    }

    Connection connect(Map<String, String> properties) throws SQLException {
        Map<String, String> settings = settings();
        Properties all = new Properties();
        all.put("user", settings.get("quarkus.datasource.username"));
        all.put("password", settings.get("quarkus.datasource.password"));
        all.put("connectionTimeZone", "UTC");
        all.putAll(properties);
        return DriverManager.getConnection(settings.get("quarkus.datasource.jdbc.url"), all);
    }

    int redisPort() {
        return embedded.redis().port();
    }

    long redisPid() {
        return embedded.redis().pid();
    }

    long mysqlPid() {
        return given("pid").map(Long::parseLong).orElseGet(() -> embedded.mysql().pid());
    }

    /** Version and whether commits are flushed. */
    String mysqlName() throws SQLException {
        return one("select concat(version(), ', innodb_flush_log_at_trx_commit=', @@innodb_flush_log_at_trx_commit,"
                + " ', log_bin=', @@log_bin, ', sync_binlog=', @@sync_binlog)");
    }

    long statements() {
        try (var statement = mysql.createStatement();
                ResultSet row = statement.executeQuery("show global status like 'Questions'")) {
            row.next();
            return row.getLong(2);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** How often Redis has read from clients. */
    long redisReads() {
        return redis.info("stats")
                .lines()
                .filter(line -> line.startsWith("total_reads_processed:"))
                .mapToLong(line -> Long.parseLong(line.substring(line.indexOf(':') + 1).trim()))
                .sum();
    }

    /** From now on; by the embedded MariaDB alone. */
    void logSlowStatements() throws SQLException {
        execute("set global log_output = 'TABLE'");
        execute("set global slow_query_log = on");
    }

    /** The slowest of those that took 50 ms or more. */
    List<String> slowStatements() throws SQLException {
        List<String> slow = new ArrayList<>();
        try (var statement = mysql.createStatement();
                ResultSet row = statement.executeQuery("select time_to_sec(query_time) + microsecond(query_time) / 1e6,"
                        + " left(sql_text, 160) from mysql.slow_log order by 1 desc limit " + SLOWEST)) {
            while (row.next()) {
                slow.add("%.3f s  %s".formatted(row.getDouble(1), row.getString(2)));
            }
        }
        return slow;
    }

    private void execute(String sql) throws SQLException {
        try (var statement = mysql.createStatement()) {
            statement.execute(sql);
        }
    }

    private String one(String query) throws SQLException {
        try (var statement = mysql.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getString(1);
        }
    }

    /** So many orders of this customer that can be paid, those that earlier rounds have left among them. */
    Queue<OrderId> orders(String customer, int count) throws SQLException {
        Queue<OrderId> theirs = orders.computeIfAbsent(customer, name -> new ArrayDeque<>());
        if (theirs.size() < count) {
            makeOrders(customer, count - theirs.size(), theirs);
        }
        return theirs;
    }

    /** Orders by amount, as {@code POST /orders} writes them. */
    private void makeOrders(String customer, int count, Queue<OrderId> made) throws SQLException {
        Timestamp now = Timestamp.from(Instant.now());
        Timestamp end = Timestamp.from(Instant.now().plus(LIFETIME));
        try (PreparedStatement order = mysql.prepareStatement(
                        "insert into orders (id, customer_id, amount, currency, description, item_count, status, version,"
                                + " created_at, expires_at) values (?, ?, 1800, 'USD', 'a bench', 0, 'PENDING', 0, ?, ?)");
                PreparedStatement history = mysql.prepareStatement(
                        "insert into order_history (order_id, version, to_status, actor, reason, at)"
                                + " values (?, 0, 'PENDING', ?, 'created', ?)")) {
            for (int i = 1; i <= count; i++) {
                OrderId id = OrderId.next();
                made.add(id);
                set(order, id.value(), customer.getBytes(), now, end);
                set(history, id.value(), customer.getBytes(), now);
                if (i % BATCH == 0 || i == count) {
                    order.executeBatch();
                    history.executeBatch();
                }
            }
        }
    }

    private static void set(PreparedStatement statement, Object... values) throws SQLException {
        for (int i = 0; i < values.length; i++) {
            statement.setObject(i + 1, values[i]);
        }
        statement.addBatch();
    }

    static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() throws SQLException {
        redis.close();
        mysql.close();
        embedded.close();
    }
}
