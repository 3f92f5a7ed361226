package dev.payonce.lab;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Short ways to run one statement. Plain JDBC, so that a pattern shows the SQL that it is made of. */
final class Sql {

    private static final int DUPLICATE_KEY = 1062;

    private final Connection connection;

    Sql(Connection connection) {
        this.connection = connection;
    }

    /** How many rows it has changed. */
    int update(String statement, Object... values) throws SQLException {
        try (PreparedStatement prepared = prepare(statement, values)) {
            return prepared.executeUpdate();
        }
    }

    /** False if the key is taken. */
    boolean insert(String statement, Object... values) throws SQLException {
        try {
            return update(statement, values) == 1;
        } catch (SQLException refused) {
            if (refused.getErrorCode() == DUPLICATE_KEY) {
                return false;
            }
            throw refused;
        }
    }

    /** The first row, as text; empty if there is none, and with null where a column is. */
    Optional<List<String>> row(String query, Object... values) throws SQLException {
        try (PreparedStatement prepared = prepare(query, values);
                ResultSet rows = prepared.executeQuery()) {
            return rows.next() ? Optional.of(columns(rows)) : Optional.empty();
        }
    }

    private static List<String> columns(ResultSet row) throws SQLException {
        List<String> columns = new ArrayList<>();
        for (int column = 1; column <= row.getMetaData().getColumnCount(); column++) {
            columns.add(row.getString(column));
        }
        return columns;
    }

    private PreparedStatement prepare(String statement, Object... values) throws SQLException {
        PreparedStatement prepared = connection.prepareStatement(statement);
        for (int i = 0; i < values.length; i++) {
            prepared.setObject(i + 1, values[i]);
        }
        return prepared;
    }
}
