package dev.payonce.lab;

import io.quarkus.logging.Log;
import io.vertx.mutiny.redis.client.Response;
import java.sql.SQLException;
import java.time.Duration;

/** A worker of the {@link PaymentBuffer}. It counts as busy until it has found nothing to do. */
final class BufferWorker {

    private static final Duration IDLE = Duration.ofMillis(2);

    private final Run run;
    private final Caller process;
    private boolean busy = true;

    private BufferWorker(Run run, Caller process) {
        this.run = run;
        this.process = process;
    }

    static void start(Run run, String name) {
        run.crowd().join();
        run.fork(new BufferWorker(run, run.process(name))::work);
    }

    private void work() {
        try {
            workUntilNobodyCanBringMore();
        } catch (Died dead) {
            Log.debugf("%s of the lab is dead", process.name());
        } catch (SQLException | RuntimeException broken) {
            Log.warnf("%s of the lab has given up: %s", process.name(), broken.getMessage());
        } finally {
            rest();
        }
    }

    private void workUntilNobodyCanBringMore() throws SQLException {
        boolean last;
        do {
            last = run.isAnswered();
            String request = take();
            if (request != null) {
                last = false;
                PaymentBuffer.payOne(process);
                process.redis("LREM", taken(run), "1", request);
            } else {
                rest();
                Pause.of(IDLE);
            }
        } while (!last);
    }

    private String take() {
        String request = text(process.redis("RPOPLPUSH", waiting(run), taken(run)));
        if (request != null && !busy) {
            busy = true;
            run.crowd().join();
        }
        return request;
    }

    private void rest() {
        if (busy) {
            busy = false;
            run.crowd().leave();
        }
    }

    static String waiting(Run run) {
        return run.key(LabKey.WAITING);
    }

    static String taken(Run run) {
        return run.key(LabKey.TAKEN);
    }

    static String text(Response answer) {
        return answer == null ? null : answer.toString();
    }
}
