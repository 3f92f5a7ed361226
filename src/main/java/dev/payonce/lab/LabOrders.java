package dev.payonce.lab;

import java.sql.SQLException;

/** The lab's order, one of each run. */
final class LabOrders {

    private LabOrders() {}

    static LabStatus status(Sql sql, long run) throws SQLException {
        return LabStatus.valueOf(sql.row("select status from lab_order where run_id = ?", run)
                .orElseThrow()
                .get(0));
    }

    /** The same, and nobody else reads it like this until the transaction has ended. */
    static LabStatus lock(Sql sql, long run) throws SQLException {
        return LabStatus.valueOf(sql.row("select status from lab_order where run_id = ? for update", run)
                .orElseThrow()
                .get(0));
    }

    static int markPaid(Sql sql, long run) throws SQLException {
        return sql.update("update lab_order set status = 'PAID', version = version + 1 where run_id = ?", run);
    }
}
