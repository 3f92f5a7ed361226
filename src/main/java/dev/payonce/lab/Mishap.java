package dev.payonce.lab;

import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicBoolean;

/** Lets go wrong what is to go wrong, to the first charge: where it can be, nothing is left to chance. */
final class Mishap {

    private final Run run;
    private final AtomicBoolean first = new AtomicBoolean(true);
    private volatile Double atMillis;

    Mishap(Run run) {
        this.run = run;
    }

    /** When it happened; null if it has not. */
    Double atMillis() {
        return atMillis;
    }

    /** Answers whether this is the first charge. */
    boolean beforeCharge(Caller caller) {
        if (!first.compareAndSet(true, false)) {
            return false;
        }
        switch (run.storm().fault()) {
            case NONE, CRASH -> {}
            case REDIS_FORGETS -> happens(run::forgetStorm);
            case LOCK_EXPIRES_EARLY ->
                happens(() -> {
                    run.pattern().expire(caller);
                    run.crowd().loseLocks();
                });
        }
        if (run.storm().fault() != Fault.CRASH) {
            holdUp(caller);
        }
        return true;
    }

    /** Of the first charge alone. */
    void afterCharge(Caller caller) throws SQLException {
        if (run.storm().fault() != Fault.CRASH) {
            return;
        }
        caller.die();
        run.pattern().expire(caller);
        run.pattern().recover(run.process("job"));
        happens(() -> {});
        throw new Died();
    }

    private void happens(Runnable fault) {
        fault.run();
        atMillis = run.millis();
        run.secondWave().countDown();
    }

    private void holdUp(Caller caller) {
        if (run.storm().hold().isZero()) {
            return;
        }
        caller.note(Step.HELD_UP);
        try {
            run.crowd().awaitCharge(run.storm().hold());
        } catch (InterruptedException brokenOff) {
            throw new Died();
        }
    }
}
