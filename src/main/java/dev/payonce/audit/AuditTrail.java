package dev.payonce.audit;

import dev.payonce.audit.Deed.Result;
import dev.payonce.store.Work;
import dev.payonce.value.Stopwatch;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.logging.Log;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/**
 * Where entries wait for MySQL: not long, for a writer begins soon after the first one and takes along what has come meanwhile.
 * Nobody waits for it. What MySQL does not take stays and is tried again, up to a limit; then it is lost, and says so.
 */
@ApplicationScoped
class AuditTrail {

    /** Of the time in which the whole service has to be gone. */
    private static final Duration FAREWELL = Duration.ofSeconds(3);

    private static final Duration LOOK = Duration.ofMillis(10);

    private final BlockingQueue<Deed> waiting;
    private final AtomicBoolean writing = new AtomicBoolean();
    private final AtomicBoolean inTrouble = new AtomicBoolean();
    private final Refusals refusals;
    private final AuditBook book;
    private final AuditConfig config;
    private final Counter written;
    private final Counter lost;

    AuditTrail(Refusals refusals, AuditBook book, AuditConfig config, MeterRegistry meters) {
        this.waiting = new LinkedBlockingQueue<>(config.maxWaiting());
        this.refusals = refusals;
        this.book = book;
        this.config = config;
        this.written = meters.counter("payonce.audit", "result", "written");
        this.lost = meters.counter("payonce.audit", "result", "lost");
        meters.gaugeCollectionSize("payonce.audit.waiting", List.of(), waiting);
    }

    /** Returns at once. */
    void keep(Deed deed) {
        if (deed.result() == Result.DONE) {
            put(deed);
        } else if (refusals.hasRoomFor(deed)) {
            refusals.count(deed).ifPresent(this::put);
        } else {
            lose("more callers are refused at a time than are counted");
        }
    }

    private void put(Deed deed) {
        if (waiting.offer(deed)) {
            write();
        } else {
            lose("MySQL does not take it, and no more may wait");
        }
    }

    /** Each is counted; the log says it once until MySQL takes entries again. */
    private void lose(String why) {
        lost.increment();
        if (inTrouble.compareAndSet(false, true)) {
            Log.errorf("ALERT: an entry of the audit is lost, and others may be: %s", why);
        }
    }

    @Scheduled(identity = "audit", every = "${payonce.audit.every}", concurrentExecution = ConcurrentExecution.SKIP)
    void again() {
        refusals.over().forEach(this::put);
        write();
    }

    /** One writer at a time. */
    private void write() {
        if (!waiting.isEmpty() && writing.compareAndSet(false, true)) {
            Work.onWorker(this::writeAll).subscribe().with(this::goOn, this::stay);
        }
    }

    private int writeAll() {
        int taken = 0;
        try {
            while (!waiting.isEmpty()) {
                gather();
                List<Deed> batch = waiting.stream().limit(config.batch()).toList();
                book.write(batch);
                // the only one who takes any away, from the same end
                batch.forEach(done -> waiting.poll());
                taken += batch.size();
            }
            return taken;
        } finally {
            written.increment(taken);
            writing.set(false);
        }
    }

    private void gather() {
        if (waiting.size() < config.batch()) {
            LockSupport.parkNanos(config.gather().toNanos());
        }
    }

    /** What came between the writer's last look and its end. */
    private void goOn(int taken) {
        if (inTrouble.compareAndSet(true, false)) {
            Log.infof("The audit is kept again: %d entries that waited were written", taken);
        }
        write();
    }

    private void stay(Throwable fault) {
        if (inTrouble.compareAndSet(false, true)) {
            Log.errorf("The audit could not be kept and will be tried again: %s", fault.getMessage());
        }
    }

    void finish(@Observes ShutdownEvent stop) {
        refusals.all().forEach(this::put);
        Stopwatch farewell = Stopwatch.start();
        while (!waiting.isEmpty() && !farewell.isPast(FAREWELL)) {
            write();
            LockSupport.parkNanos(LOOK.toNanos());
        }
        if (!waiting.isEmpty()) {
            Log.errorf(
                    "ALERT: %d entries of the audit are lost: MySQL did not take them before the end", waiting.size());
        }
    }
}
