package dev.payonce.lab;

import java.sql.SQLException;
import java.util.List;

/**
 * Reads the order with its version, and takes it under that version: of all that read the same one, one succeeds. Before
 * the charge, that is: a version that is checked afterwards finds the duplicate when its money is gone.
 */
final class OptimisticLock implements Pattern {

    @Override
    public Answer pay(Caller caller) throws SQLException {
        List<String> order = read(caller);
        LabStatus status = LabStatus.valueOf(order.get(0));
        if (status != LabStatus.PENDING) {
            return status == LabStatus.PAID ? Answer.REPLAYED : Answer.IN_PROGRESS;
        }
        caller.note(Step.FOUND_PAYABLE);
        int version = Integer.parseInt(order.get(1));
        if (!move(caller, LabStatus.PROCESSING, version)) {
            return Answer.IN_PROGRESS;
        }
        caller.note(Step.MARKED);
        caller.charge();
        move(caller, LabStatus.PAID, version + 1);
        caller.note(Step.NOTED_PAID);
        return Answer.PAID;
    }

    private static List<String> read(Caller caller) throws SQLException {
        return caller.sql(sql -> sql.row(
                        "select status, version from lab_order where run_id = ?",
                        caller.run().id())
                .orElseThrow());
    }

    private static boolean move(Caller caller, LabStatus to, int version) throws SQLException {
        return caller.sql(sql -> sql.update(
                        "update lab_order set status = ?, version = version + 1 where run_id = ? and version = ?",
                        to.name(),
                        caller.run().id(),
                        version)
                == 1);
    }
}
