package dev.payonce.lab;

import java.sql.SQLException;

/**
 * Requests go into a list in Redis, and one worker does them one after the other: it alone looks and acts. What it has taken
 * lies in a second list until it is done, and goes to another worker when the first is taken for dead.
 */
final class PaymentBuffer implements Pattern {

    @Override
    public void begin(Run run) {
        BufferWorker.start(run, "worker-1");
    }

    @Override
    public Answer pay(Caller caller) {
        caller.redis("LPUSH", BufferWorker.waiting(caller.run()), caller.name());
        return Answer.ACCEPTED;
    }

    /** As a broker does: what was taken and not acknowledged is delivered again. */
    @Override
    public void expire(Caller slow) {
        Run run = slow.run();
        String redelivered = "";
        while (redelivered != null) {
            redelivered =
                    BufferWorker.text(run.redis().run("RPOPLPUSH", BufferWorker.taken(run), BufferWorker.waiting(run)));
        }
        BufferWorker.start(run, "worker-2");
    }

    static void payOne(Caller worker) throws SQLException {
        worker.note(Step.TOOK_FROM_BUFFER);
        if (worker.orderStatus() != LabStatus.PAID) {
            worker.charge();
            worker.notePaid();
        }
    }
}
