package dev.payonce.lab;

import dev.payonce.value.Stopwatch;
import io.quarkus.logging.Log;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Lets the callers of one run go: the early ones at one barrier, the late ones when the fault has happened. */
final class StormRunner {

    private static final int LOOK_EVERY_MILLIS = 2;

    private final Run run;
    private final ExecutorService threads;
    private final Duration maxTime;
    private final Stopwatch running = Stopwatch.start();
    private final CyclicBarrier start;
    private final CountDownLatch gone;

    StormRunner(Run run, ExecutorService threads, Duration maxTime) {
        this.run = run;
        this.threads = threads;
        this.maxTime = maxTime;
        this.start = new CyclicBarrier(run.storm().early(), run::begin);
        this.gone = new CountDownLatch(run.storm().callers());
    }

    /**
     * What each caller was told; all are gone when it returns.
     *
     * @throws TimeoutException when the run was broken off
     */
    List<Told> go() throws TimeoutException, InterruptedException {
        run.pattern().issue(run);
        run.pattern().begin(run);
        List<Future<Told>> callers = new ArrayList<>();
        try {
            for (int number = 0; number < run.storm().callers(); number++) {
                int mine = number;
                callers.add(threads.submit(() -> take(mine)));
            }
            return told(callers);
        } catch (RejectedExecutionException full) {
            throw new LabBroken("threads of an earlier run are still there", full);
        } finally {
            callers.forEach(caller -> caller.cancel(true));
            run.workers().forEach(worker -> worker.cancel(true));
            // what waits for MySQL hears of it only when the driver gives up
            gone.await(maxTime.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    private List<Told> told(List<Future<Told>> callers) throws TimeoutException, InterruptedException {
        List<Told> told = new ArrayList<>();
        for (Future<Told> early : callers.subList(0, run.storm().early())) {
            told.add(end(early));
        }
        awaitFault();
        run.secondWave().countDown();
        for (Future<Told> late : callers.subList(run.storm().early(), callers.size())) {
            told.add(end(late));
        }
        run.allAnswered();
        // a worker may start another one before it ends
        for (int ended = 0; ended < run.workers().size(); ended++) {
            end(run.workers().get(ended));
        }
        return told;
    }

    /** It does not come where nobody is left who could charge: all that is there are those that wait for it. */
    private void awaitFault() throws InterruptedException {
        boolean happened = false;
        while (!happened && run.crowd().busy() > run.storm().late() && !running.isPast(maxTime)) {
            happened = run.secondWave().await(LOOK_EVERY_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    private <T> T end(Future<T> task) throws TimeoutException, InterruptedException {
        long left = maxTime.minus(running.elapsed()).toMillis();
        try {
            return task.get(Math.max(1, left), TimeUnit.MILLISECONDS);
        } catch (ExecutionException broken) {
            throw new LabBroken("a caller of the lab broke", broken.getCause());
        }
    }

    private Told take(int number) throws InterruptedException, BrokenBarrierException {
        try {
            Caller caller = run.process("caller-" + (number + 1));
            if (number < run.storm().early()) {
                start.await();
            } else {
                run.secondWave().await();
            }
            return call(caller);
        } finally {
            run.crowd().leave();
            gone.countDown();
        }
    }

    private Told call(Caller caller) {
        long started = run.micros();
        run.crowd().enter();
        caller.note(Step.STARTED);
        Answer answer = answer(caller);
        if (answer != Answer.LOST) {
            caller.note(Step.ANSWERED);
        }
        run.crowd().exit();
        return new Told(answer, started, run.micros());
    }

    private Answer answer(Caller caller) {
        try {
            return run.pattern().pay(caller);
        } catch (Died dead) {
            return Answer.LOST;
        } catch (SQLException | RuntimeException broken) {
            Log.debugf("%s of the lab has failed: %s", caller.name(), broken.getMessage());
            return Answer.FAILED;
        }
    }
}
