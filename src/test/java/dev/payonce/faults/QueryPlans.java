package dev.payonce.faults;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** What MySQL was asked, by its own log, and how it answers that, by its own word. In sessions of their own. */
public final class QueryPlans {

    /** So many rows may be sorted: what is open is a short list, however many orders there have been. */
    private static final int FEW = 200;

    private QueryPlans() {}

    /**
     * Many rows that the queries of a call would read from end to end, or sort, or copy. Parts of a statement's own making are
     * none. Fails unless there were queries.
     */
    public static List<String> slowPartsOf(Runnable call) {
        List<String> sent = statementsOf(call);
        if (sent.isEmpty()) {
            throw new AssertionError("MySQL was asked nothing");
        }
        return sent.stream().flatMap(sql -> slowParts(sql).stream()).toList();
    }

    private static List<String> statementsOf(Runnable call) {
        List<String> sent = new ArrayList<>();
        MySql.execute("set global log_output = 'TABLE'");
        MySql.execute("truncate table mysql.general_log");
        MySql.execute("set global general_log = on");
        try {
            call.run();
        } finally {
            MySql.execute("set global general_log = off");
        }
        query(
                "select argument from mysql.general_log where command_type = 'Query' and argument like 'select%from %'"
                        + " and argument not like '%general_log%'",
                row -> sent.add(row.getString(1)));
        return sent;
    }

    private static List<String> slowParts(String sql) {
        List<String> slow = new ArrayList<>();
        query("explain " + sql, row -> {
            String table = String.valueOf(row.getString("table"));
            String extra = String.valueOf(row.getString("Extra"));
            boolean sorted = extra.contains("filesort") || extra.contains("temporary");
            boolean many = row.getLong("rows") > FEW;
            if (many && !table.startsWith("<") && ("ALL".equals(row.getString("type")) || sorted)) {
                slow.add(table + " by " + row.getString("key") + ", " + extra + ": " + sql);
            }
        });
        return slow;
    }

    private interface Reading {

        void read(ResultSet row) throws SQLException;
    }

    private static void query(String sql, Reading reading) {
        try (Connection connection = MySql.session();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                reading.read(rows);
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e.getMessage() + ": " + sql, e);
        }
    }
}
