package dev.payonce.lab;

import dev.payonce.value.Stopwatch;
import java.time.Duration;

/** Who is at work in a run, and whether a charge was made: what a charge that is held up waits for. */
final class Crowd {

    private int busy;
    private int blocked;
    private boolean locksAreGone;
    private int inside;
    private int most;
    private int charges;

    /** @param callers all that will come, those too that come late */
    Crowd(int callers) {
        this.busy = callers;
    }

    /** Somebody more than the callers has something to do. */
    synchronized void join() {
        busy++;
    }

    /** A caller has its answer, or a worker nothing more to do. */
    synchronized void leave() {
        busy--;
        notifyAll();
    }

    synchronized int busy() {
        return busy;
    }

    synchronized void enter() {
        inside++;
        most = Math.max(most, inside);
    }

    synchronized void exit() {
        inside--;
    }

    /** The most callers that were inside their calls at the same time. */
    synchronized int mostAtOnce() {
        return most;
    }

    synchronized void charged() {
        charges++;
        notifyAll();
    }

    /** Waits for something that another one holds: until that one goes on, nothing can come from here. */
    synchronized void block() {
        blocked++;
        notifyAll();
    }

    synchronized void unblock() {
        blocked--;
    }

    /** From now on whoever waits will go on, without anybody's help. */
    synchronized void loseLocks() {
        locksAreGone = true;
    }

    /** Until a charge is made, or nobody but the one who waits here could make one, or the limit is reached. */
    synchronized void awaitCharge(Duration limit) throws InterruptedException {
        Stopwatch waiting = Stopwatch.start();
        while (charges == 0 && othersCanCharge() && !waiting.isPast(limit)) {
            wait(Math.max(1, limit.minus(waiting.elapsed()).toMillis()));
        }
    }

    private boolean othersCanCharge() {
        return busy - (locksAreGone ? 0 : blocked) > 1;
    }
}
