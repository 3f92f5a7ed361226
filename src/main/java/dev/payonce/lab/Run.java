package dev.payonce.lab;

import com.github.f4b6a3.tsid.TsidCreator;
import dev.payonce.value.Stopwatch;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;

/** What all that take part in one run share: its order (of the same id), its keys, its clock, and who is there. */
final class Run {

    private final long id = TsidCreator.getTsid().toLong();
    private final Storm storm;
    private final LabDatabase database;
    private final LabRedis redis;
    private final ExecutorService threads;
    private final LabGateway gateway;
    private final Mishap mishap;
    private final Crowd crowd;
    private final CountDownLatch secondWave = new CountDownLatch(1);
    private final Queue<Caller> callers = new ConcurrentLinkedQueue<>();
    private final Queue<Future<?>> workers = new ConcurrentLinkedQueue<>();
    private volatile Stopwatch clock = Stopwatch.start();
    private volatile boolean answered;

    Run(Storm storm, LabDatabase database, LabRedis redis, ExecutorService threads) {
        this.storm = storm;
        this.database = database;
        this.redis = redis;
        this.threads = threads;
        this.crowd = new Crowd(storm.callers());
        this.mishap = new Mishap(this);
        this.gateway = new LabGateway(database, mishap, storm.gatewayDelay());
    }

    long id() {
        return id;
    }

    Storm storm() {
        return storm;
    }

    Pattern pattern() {
        return storm.pattern().pattern();
    }

    Crowd crowd() {
        return crowd;
    }

    Mishap mishap() {
        return mishap;
    }

    /** Past the processes that take part: what the lab itself does. */
    LabRedis redis() {
        return redis;
    }

    CountDownLatch secondWave() {
        return secondWave;
    }

    /** The clock begins anew when all callers are there. */
    void begin() {
        clock = Stopwatch.start();
    }

    long micros() {
        return clock.elapsed().toNanos() / 1000;
    }

    double millis() {
        return micros() / 1000.0;
    }

    String key(LabKey key) {
        return key.of(id);
    }

    /** Redis is as it was before the storm. */
    void forgetStorm() {
        forgetKeys();
        pattern().issue(this);
    }

    void forgetKeys() {
        redis.run("DEL", LabKey.allOf(id));
    }

    /** @param name unique in the run, such as {@code caller-7} */
    Caller process(String name) {
        Caller process = new Caller(name, this, database, redis, gateway);
        callers.add(process);
        return process;
    }

    List<Caller> processes() {
        return List.copyOf(callers);
    }

    /** A process beside the callers, on a thread of its own; what it has in hand is told to the crowd by itself. */
    void fork(Runnable work) {
        workers.add(threads.submit(work));
    }

    /** What was forked so far. */
    List<Future<?>> workers() {
        return List.copyOf(workers);
    }

    /** All callers have their answers. */
    void allAnswered() {
        answered = true;
    }

    boolean isAnswered() {
        return answered;
    }

    Duration patience() {
        return storm.patience();
    }
}
