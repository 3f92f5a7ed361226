package dev.payonce.lab;

import java.sql.SQLException;

/** The wrong way: whoever asks is charged. */
final class NoGuard implements Pattern {

    @Override
    public Answer pay(Caller caller) throws SQLException {
        caller.charge();
        caller.notePaid();
        return Answer.PAID;
    }
}
