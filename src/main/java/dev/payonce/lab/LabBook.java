package dev.payonce.lab;

import dev.payonce.store.Transactions;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import java.util.List;

/** The rows of a run before it and after it. */
@ApplicationScoped
class LabBook {

    private static final List<String> TABLES =
            List.of("lab_dedup", "lab_message", "lab_payment", "lab_charge", "lab_ledger", "lab_order");

    /** Left by an instance that died in the middle of a run; a run takes minutes at most. */
    private static final String LEFT_OVER =
            "select run_id from lab_order where created_at < utc_timestamp(6) - interval 1 hour limit 10";

    private static final String CHARGES = "select caller, arrived_micros, charged_micros, fence from lab_charge"
            + " where run_id = ?1 order by charged_micros, id";

    private final Transactions transactions;
    private final EntityManager store;

    LabBook(Transactions transactions, EntityManager store) {
        this.transactions = transactions;
        this.store = store;
    }

    /** A new order that can be paid. Answers the runs that were never cleaned up, whose rows are gone now. */
    List<Long> open(long run) {
        return transactions.inNew(() -> {
            List<Long> leftOver = leftOver();
            leftOver.forEach(this::delete);
            store.createNativeQuery("insert into lab_order (run_id, status, version, created_at)"
                            + " values (?1, 'PENDING', 0, utc_timestamp(6))")
                    .setParameter(1, run)
                    .executeUpdate();
            store.createNativeQuery("insert into lab_ledger (run_id, highest_fence) values (?1, 0)")
                    .setParameter(1, run)
                    .executeUpdate();
            return leftOver;
        });
    }

    private List<Long> leftOver() {
        List<?> runs = store.createNativeQuery(LEFT_OVER).getResultList();
        return runs.stream().map(Long.class::cast).toList();
    }

    LabStatus orderStatus(long run) {
        return transactions.inNew(() ->
                LabStatus.valueOf((String) store.createNativeQuery("select status from lab_order where run_id = ?1")
                        .setParameter(1, run)
                        .getSingleResult()));
    }

    /** What the ledger says, in the order in which the money was taken. */
    List<BookedCharge> charges(long run) {
        return transactions.inNew(() -> {
            List<?> rows = store.createNativeQuery(CHARGES).setParameter(1, run).getResultList();
            return rows.stream().map(row -> BookedCharge.of((Object[]) row)).toList();
        });
    }

    void clean(long run) {
        transactions.inNew(() -> {
            delete(run);
            return run;
        });
    }

    private void delete(long run) {
        TABLES.forEach(table -> store.createNativeQuery("delete from " + table + " where run_id = ?1")
                .setParameter(1, run)
                .executeUpdate());
    }
}
