package dev.payonce.fuzz;

import dev.payonce.faults.MySql;
import dev.payonce.faults.Redis;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** How many rows have been written so far, and how many keys there are, by anybody. */
final class StoreWrites implements AutoCloseable {

    private final Connection mysql;
    private final Statement statement;

    StoreWrites() throws SQLException {
        mysql = MySql.session();
        statement = mysql.createStatement();
    }

    /** @param keys in Redis: a claim that is taken and given back changes nothing */
    record Count(long rows, long keys) {}

    Count now() {
        try (ResultSet sum = statement.executeQuery("select sum(variable_value) from information_schema.global_status"
                + " where variable_name in ('Handler_write', 'Handler_update', 'Handler_delete')")) {
            sum.next();
            return new Count(sum.getLong(1), Long.parseLong(Redis.command("DBSIZE")));
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() throws SQLException {
        mysql.close();
    }
}
