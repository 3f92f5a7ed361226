package dev.payonce.lab;

import dev.payonce.value.PaymentId;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** The two short transactions of {@link Payonce}: all is decided under the order's row lock, and nothing is held in between. */
final class PayonceBook {

    private static final String TOKEN = "token-1";

    private PayonceBook() {}

    /** What became of the wish to open a payment. */
    enum Kind {
        OPENED,
        /** This token's payment is open: somebody is at work with it, or was. */
        AT_WORK,
        PAID,
        /** Another token's payment has the order. */
        NOT_PAYABLE
    }

    /** @param payment null where none was opened */
    record Opened(Kind kind, Long payment) {}

    static Opened open(Caller caller) throws SQLException {
        long run = caller.run().id();
        return caller.inTransaction(sql -> {
            LabStatus order = LabOrders.lock(sql, run);
            Optional<List<String>> known =
                    sql.row("select status from lab_payment where run_id = ? and token = ?", run, TOKEN);
            if (known.isPresent()) {
                boolean paid = known.get().get(0).equals("SUCCEEDED");
                return new Opened(paid ? Kind.PAID : Kind.AT_WORK, null);
            }
            return order == LabStatus.PENDING ? openNew(sql, run) : new Opened(Kind.NOT_PAYABLE, null);
        });
    }

    /** The unique keys would refuse a second one even without the lock. */
    private static Opened openNew(Sql sql, long run) throws SQLException {
        long payment = PaymentId.next().value();
        sql.update("update lab_order set status = 'PROCESSING', version = version + 1 where run_id = ?", run);
        sql.update(
                "insert into lab_payment (id, run_id, token, status) values (?, ?, ?, 'PROCESSING')",
                payment,
                run,
                TOKEN);
        return new Opened(Kind.OPENED, payment);
    }

    static void settle(Caller caller, long payment) throws SQLException {
        long run = caller.run().id();
        caller.inTransaction(sql -> {
            LabOrders.lock(sql, run);
            int settled = sql.update(
                    "update lab_payment set status = 'SUCCEEDED' where id = ? and status = 'PROCESSING'", payment);
            return settled == 1 ? LabOrders.markPaid(sql, run) : 0;
        });
    }

    static Optional<Long> findOpen(Caller job) throws SQLException {
        long run = job.run().id();
        return job.sql(sql -> sql.row("select id from lab_payment where run_id = ? and status = 'PROCESSING'", run))
                .map(row -> Long.parseLong(row.get(0)));
    }
}
