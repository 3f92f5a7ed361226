package dev.payonce.lab;

import java.sql.SQLException;

/** Reads the order for update: others wait at its row until the transaction has ended, with the charge inside it. */
final class PessimisticLock implements Pattern {

    @Override
    public Answer pay(Caller caller) throws SQLException {
        return caller.inTransaction(sql -> pay(caller, sql));
    }

    private static Answer pay(Caller caller, Sql sql) throws SQLException {
        if (lock(caller, sql) == LabStatus.PAID) {
            return Answer.REPLAYED;
        }
        caller.note(Step.GOT_LOCK);
        caller.charge();
        LabOrders.markPaid(sql, caller.run().id());
        caller.note(Step.NOTED_PAID);
        return Answer.PAID;
    }

    private static LabStatus lock(Caller caller, Sql sql) throws SQLException {
        caller.run().crowd().block();
        try {
            return LabOrders.lock(sql, caller.run().id());
        } finally {
            caller.run().crowd().unblock();
        }
    }

    /** The database ends a transaction that is idle for too long, or loses the connection, and lets its row go. */
    @Override
    public void expire(Caller slow) {
        slow.loseTransaction();
    }
}
