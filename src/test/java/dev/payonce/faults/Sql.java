package dev.payonce.faults;

import dev.payonce.testsupport.Stores;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;

/** What the service has written, read past it. */
final class Sql {

    private Sql() {}

    /** The one number that the query gives. */
    static long number(String sql, Object... values) {
        Map<String, String> settings = Stores.settings();
        try (Connection connection = DriverManager.getConnection(
                        settings.get("quarkus.datasource.jdbc.url"),
                        settings.get("quarkus.datasource.username"),
                        settings.get("quarkus.datasource.password"));
                PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < values.length; i++) {
                statement.setObject(i + 1, values[i]);
            }
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return row.getLong(1);
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
