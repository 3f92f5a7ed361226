package dev.payonce.store;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import java.time.Duration;

/** Deletes rows that are past their retention, by MySQL's clock, in batches so small that nobody waits for one. */
@ApplicationScoped
public class OldRows {

    private static final String DELETE =
            """
            delete from %s where %s < date_sub(utc_timestamp(6), interval :seconds second) limit :rows""";

    private final EntityManager store;
    private final Transactions transactions;

    OldRows(EntityManager store, Transactions transactions) {
        this.store = store;
        this.transactions = transactions;
    }

    /**
     * Deletes at most so many rows, in a transaction of its own; answers how many. Blocks.
     *
     * @param table a constant, like its column: neither can be a parameter of a statement
     * @param since the column that tells since when a row is old
     */
    public int delete(String table, String since, Duration retention, int limit) {
        String statement = DELETE.formatted(table, since);
        return transactions.inNew(() -> store.createNativeQuery(statement)
                .setParameter("seconds", retention.toSeconds())
                .setParameter("rows", limit)
                .executeUpdate());
    }
}
