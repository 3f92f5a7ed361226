package dev.payonce.lab;

import java.sql.SQLException;

/** One statement moves the order from PENDING to PROCESSING, under the condition that it is PENDING: one succeeds. */
final class StateMachine implements Pattern {

    @Override
    public Answer pay(Caller caller) throws SQLException {
        if (!move(caller, LabStatus.PENDING, LabStatus.PROCESSING)) {
            return caller.orderStatus() == LabStatus.PAID ? Answer.REPLAYED : Answer.IN_PROGRESS;
        }
        caller.note(Step.MARKED);
        caller.charge();
        move(caller, LabStatus.PROCESSING, LabStatus.PAID);
        caller.note(Step.NOTED_PAID);
        return Answer.PAID;
    }

    private static boolean move(Caller caller, LabStatus from, LabStatus to) throws SQLException {
        return caller.sql(sql -> sql.update(
                        "update lab_order set status = ?, version = version + 1 where run_id = ? and status = ?",
                        to.name(),
                        caller.run().id(),
                        from.name())
                == 1);
    }
}
