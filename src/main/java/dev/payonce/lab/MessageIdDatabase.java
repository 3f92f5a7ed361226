package dev.payonce.lab;

import java.sql.SQLException;
import java.util.Optional;

/** The message's id is a row under a unique key, and its result is written there: duplicates are told the same. */
final class MessageIdDatabase implements Pattern {

    private static final String MESSAGE = "message-1";

    @Override
    public Answer pay(Caller caller) throws SQLException {
        return claim(caller) ? first(caller) : caller.waitFor(() -> result(caller));
    }

    static boolean claim(Caller caller) throws SQLException {
        return caller.sql(sql -> sql.insert(
                "insert into lab_message (run_id, message_id) values (?, ?)",
                caller.run().id(),
                MESSAGE));
    }

    /** The result and the order change in one transaction: no duplicate is told of a payment that is not noted. */
    static Answer first(Caller caller) throws SQLException {
        caller.note(Step.MARKED);
        caller.charge();
        caller.inTransaction(sql -> LabOrders.markPaid(sql, caller.run().id())
                + sql.update(
                        "update lab_message set result = ? where run_id = ? and message_id = ?",
                        Answer.PAID.name(),
                        caller.run().id(),
                        MESSAGE));
        caller.note(Step.NOTED_PAID);
        return Answer.PAID;
    }

    static Optional<Answer> result(Caller caller) throws SQLException {
        String result = caller.sql(sql -> sql.row(
                        "select result from lab_message where run_id = ? and message_id = ?",
                        caller.run().id(),
                        MESSAGE)
                .orElseThrow()
                .get(0));
        return result == null ? Optional.empty() : Optional.of(Answer.REPLAYED);
    }
}
