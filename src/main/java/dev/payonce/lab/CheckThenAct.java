package dev.payonce.lab;

import java.sql.SQLException;

/** Looks first, and acts on what it saw: by then it may not be true any more. */
final class CheckThenAct implements Pattern {

    @Override
    public Answer pay(Caller caller) throws SQLException {
        if (caller.orderStatus() == LabStatus.PAID) {
            return Answer.REPLAYED;
        }
        caller.charge();
        caller.notePaid();
        return Answer.PAID;
    }
}
