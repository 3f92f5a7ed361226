package dev.payonce.lab;

import io.agroal.api.AgroalDataSource;
import io.quarkus.agroal.DataSource;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.Semaphore;

/**
 * MySQL by connections of the lab's own: a pattern that holds one while it waits for the gateway takes none from those who
 * pay. Some are kept back for the lab's gateway, which is somebody else's company and never waits for the patterns.
 */
@ApplicationScoped
class LabDatabase {

    private static final int FOR_GATEWAY = 4;

    private final AgroalDataSource pool;
    private final Semaphore forCallers;

    LabDatabase(@DataSource("lab") AgroalDataSource pool) {
        this.pool = pool;
        int size = pool.getConfiguration().connectionPoolConfiguration().maxSize();
        this.forCallers = new Semaphore(size - FOR_GATEWAY, true);
    }

    /** Each statement commits by itself. */
    <T> T run(Crowd crowd, SqlWork<T> work) throws SQLException {
        waitForTurn(crowd);
        try (Connection connection = pool.getConnection()) {
            return work.run(new Sql(connection));
        } finally {
            forCallers.release();
        }
    }

    /** In a transaction; the watcher is told of its connection, and may take it away. */
    <T> T inTransaction(Crowd crowd, TransactionWatch watch, SqlWork<T> work) throws SQLException {
        waitForTurn(crowd);
        try (Connection connection = pool.getConnection()) {
            watch.begun(connection);
            return commit(connection, work);
        } finally {
            forCallers.release();
        }
    }

    /** For the lab's gateway and the end of a run: does not wait for callers. */
    <T> T apart(SqlWork<T> work) throws SQLException {
        try (Connection connection = pool.getConnection()) {
            return commit(connection, work);
        }
    }

    private static <T> T commit(Connection connection, SqlWork<T> work) throws SQLException {
        connection.setAutoCommit(false);
        boolean committed = false;
        try {
            T result = work.run(new Sql(connection));
            connection.commit();
            committed = true;
            return result;
        } finally {
            if (!committed && !connection.isClosed()) {
                connection.rollback();
            }
        }
    }

    private void waitForTurn(Crowd crowd) {
        if (!forCallers.tryAcquire()) {
            crowd.block();
            try {
                forCallers.acquire();
            } catch (InterruptedException brokenOff) {
                throw new Died();
            } finally {
                crowd.unblock();
            }
        }
    }

    /** Learns of the connection of a transaction when it begins. */
    @FunctionalInterface
    interface TransactionWatch {

        void begun(Connection connection);
    }
}
