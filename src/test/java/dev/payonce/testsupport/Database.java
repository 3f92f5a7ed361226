package dev.payonce.testsupport;

import io.agroal.api.AgroalDataSource;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** MySQL past the application: to bring about what takes time there, and to look at what it wrote. */
@Singleton
public class Database {

    private final AgroalDataSource source;

    Database(AgroalDataSource source) {
        this.source = source;
    }

    public int update(String sql, Object... values) {
        try (Connection connection = source.getConnection()) {
            return update(connection, sql, values);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** In a transaction that the caller began, and ends. */
    public static int update(Connection connection, String sql, Object... values) throws SQLException {
        try (PreparedStatement statement = prepare(connection, sql, values)) {
            return statement.executeUpdate();
        }
    }

    /** The one number that the query gives. */
    public long number(String sql, Object... values) {
        try (Connection connection = source.getConnection();
                PreparedStatement statement = prepare(connection, sql, values);
                ResultSet row = statement.executeQuery()) {
            row.next();
            return row.getLong(1);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A transaction of its own, past the application's. */
    public Connection begin() throws SQLException {
        Connection connection = source.getConnection();
        connection.setAutoCommit(false);
        return connection;
    }

    private static PreparedStatement prepare(Connection connection, String sql, Object... values) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        for (int i = 0; i < values.length; i++) {
            statement.setObject(i + 1, values[i]);
        }
        return statement;
    }
}
