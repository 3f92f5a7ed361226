package dev.payonce.faults;

import dev.payonce.testsupport.Database;
import dev.payonce.testsupport.Stores;
import dev.payonce.value.OrderId;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A look into MySQL from outside of the service, and what is done to it. */
public final class MySql {

    private static final List<String> TABLES =
            List.of("orders", "order_history", "payment", "idempotency_record", "outbox_event", "readiness_probe");

    private static final List<String> EVENTS = List.of("insert", "update");

    private MySql() {}

    public static Connection session() throws SQLException {
        Map<String, String> settings = Stores.settings();
        return DriverManager.getConnection(
                settings.get("quarkus.datasource.jdbc.url"),
                settings.get("quarkus.datasource.username"),
                settings.get("quarkus.datasource.password"));
    }

    public static int update(String sql, Object... values) {
        try (Connection session = session()) {
            return Database.update(session, sql, values);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Any statement; results are not read. */
    public static void execute(String sql) {
        try (Connection session = session();
                Statement statement = session.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(e.getMessage() + ": " + sql, e);
        }
    }

    /** The first column of all rows. */
    static List<String> texts(String sql) {
        try (Connection session = session();
                Statement statement = session.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            List<String> texts = new ArrayList<>();
            while (rows.next()) {
                texts.add(rows.getString(1));
            }
            return texts;
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    public static String text(String sql) {
        return texts(sql).get(0);
    }

    /** What the row says, past the service. */
    static String orderStatus(String order) {
        return text("select status from orders where id = " + id(order));
    }

    /**
     * From now on each write fails as it does where a disk is full (1021, 1114) or the server is read-only (1290): from
     * triggers, since a test must not fill its machine's disk, and the server's own switch spares those with all rights.
     */
    static void refuseWrites(int error) {
        TABLES.forEach(table -> EVENTS.forEach(event -> update(
                "create trigger refuse_%s_%s before %s on %s for each row signal sqlstate 'HY000' set mysql_errno = %d"
                        .formatted(table, event, event, table, error))));
    }

    static void takeWrites() {
        TABLES.forEach(table ->
                EVENTS.forEach(event -> update("drop trigger if exists refuse_%s_%s".formatted(table, event))));
    }

    /** Connections of the service. */
    static List<String> connections() {
        return texts("select id from information_schema.processlist where id <> connection_id() and user = 'payonce'");
    }

    /** Whether a session holds the order's row. */
    static boolean isLocked(String order) {
        try (Connection session = session();
                Statement statement = session.createStatement()) {
            session.setAutoCommit(false);
            String row = "select id from orders where id = " + id(order) + " for update skip locked";
            try (ResultSet found = statement.executeQuery(row)) {
                return !found.next();
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    static long id(String order) {
        return OrderId.fromString(order).value();
    }
}
