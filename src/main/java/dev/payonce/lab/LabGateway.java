package dev.payonce.lab;

import java.sql.SQLException;
import java.time.Duration;

/**
 * The lab's gateway: a delay and a row in a ledger of its own. It honours no keys, so that what is seen is the pattern's
 * doing; it can be asked about a charge, and where it is given fences it refuses one that is lower than the last.
 */
final class LabGateway {

    private final LabDatabase database;
    private final Mishap mishap;
    private final Duration delay;

    LabGateway(LabDatabase database, Mishap mishap, Duration delay) {
        this.database = database;
        this.mishap = mishap;
        this.delay = delay;
    }

    /** False if the charge was refused as a late one. */
    boolean charge(Caller caller, Charge charge) throws SQLException {
        caller.note(Step.AT_GATEWAY);
        long arrived = caller.run().micros();
        boolean first = mishap.beforeCharge(caller);
        Pause.of(delay);
        boolean booked =
                database.apart(sql -> isCurrent(sql, caller.run(), charge) && book(sql, caller, charge, arrived));
        caller.note(booked ? Step.CHARGED : Step.REFUSED_AS_STALE);
        if (booked) {
            caller.run().crowd().charged();
        }
        if (first) {
            mishap.afterCharge(caller);
        }
        return booked;
    }

    private static boolean isCurrent(Sql sql, Run run, Charge charge) throws SQLException {
        if (charge.fence() == null) {
            return true;
        }
        String highest = sql.row("select highest_fence from lab_ledger where run_id = ? for update", run.id())
                .orElseThrow()
                .get(0);
        if (charge.fence() < Long.parseLong(highest)) {
            return false;
        }
        sql.update("update lab_ledger set highest_fence = ? where run_id = ?", charge.fence(), run.id());
        return true;
    }

    private static boolean book(Sql sql, Caller caller, Charge charge, long arrived) throws SQLException {
        return sql.insert(
                "insert into lab_charge (run_id, caller, reference, fence, arrived_micros, charged_micros)"
                        + " values (?, ?, ?, ?, ?, ?)",
                caller.run().id(),
                caller.name(),
                charge.reference(),
                charge.fence(),
                arrived,
                caller.run().micros());
    }

    boolean knows(Caller caller, long reference) throws SQLException {
        return database.apart(sql -> sql.row(
                        "select 1 from lab_charge where run_id = ? and reference = ?",
                        caller.run().id(),
                        reference)
                .isPresent());
    }
}
