package dev.payonce.lab;

import java.sql.SQLException;

/** A dedup table: whoever inserts the request's row first goes on, and the unique key refuses the others. */
final class UniqueConstraint implements Pattern {

    private static final String REQUEST = "request-1";

    @Override
    public Answer pay(Caller caller) throws SQLException {
        boolean mine = caller.sql(sql -> sql.insert(
                "insert into lab_dedup (run_id, request) values (?, ?)",
                caller.run().id(),
                REQUEST));
        if (!mine) {
            return Answer.REFUSED;
        }
        caller.note(Step.MARKED);
        caller.charge();
        caller.notePaid();
        return Answer.PAID;
    }
}
