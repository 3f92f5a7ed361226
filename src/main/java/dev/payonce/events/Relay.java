package dev.payonce.events;

import dev.payonce.order.OutboxEvent;
import dev.payonce.value.Stopwatch;
import io.quarkus.arc.All;
import io.quarkus.logging.Log;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduler;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.TransactionPhase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Brings events from the outbox to their receivers. Every instance does so, with one thread at a time for MySQL and none
 * for receivers; nobody's slowness holds up anybody else.
 *
 * <p>An event is told to a receiver only after those of the same order that were before it, also where an instance dies:
 * each delivery is taken for a lease, and of each order only the first that is not yet told can be taken.
 */
@ApplicationScoped
class Relay {

    /** Stopping as a whole has a limit; most receivers answer sooner. */
    private static final Duration FAREWELL = Duration.ofSeconds(2);

    private static final Duration LOOK = Duration.ofMillis(20);

    private final AddressEvents addressEvents;
    private final DeliveryBook book;
    private final List<Channel> channels;
    private final AtWork atWork;
    private final Scheduler jobs;
    private final Duration gather;

    /** Its own, for a round that begins at a request's end must not inherit what belongs to the request. Deaf once it is shut down. */
    private final ExecutorService thread = new ThreadPoolExecutor(
            1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), new ThreadPoolExecutor.DiscardPolicy());

    /** Since the latest round began; the thread's own. */
    private Stopwatch round = Stopwatch.start();

    private final AtomicInteger rings = new AtomicInteger();
    private volatile boolean stopping;
    private final Queue<Ended> ended = new ConcurrentLinkedQueue<>();

    Relay(
            AddressEvents addressEvents,
            DeliveryBook book,
            @All List<Channel> channels,
            AtWork atWork,
            Scheduler jobs,
            OutboxConfig config) {
        this.addressEvents = addressEvents;
        this.book = book;
        this.channels = channels;
        this.atWork = atWork;
        this.jobs = jobs;
        this.gather = config.gather();
    }

    @Scheduled(identity = "outbox-relay", every = "${payonce.outbox.every}")
    void look() {
        ring();
    }

    /** An event has committed on this instance. While the jobs are paused this one is, too. */
    void committed(@Observes(during = TransactionPhase.AFTER_SUCCESS) OutboxEvent event) {
        if (jobs.isRunning()) {
            ring();
        }
    }

    /** Does the work once more: at once, or when the work that is going on has ended. */
    private void ring() {
        if (rings.getAndIncrement() == 0) {
            thread.execute(this::work);
        }
    }

    private void work() {
        int heard;
        do {
            awaitRound();
            heard = rings.get();
            round();
        } while (rings.addAndGet(-heard) > 0);
    }

    /** The first event after a silence waits for nothing. */
    private void awaitRound() {
        LockSupport.parkNanos(gather.minus(round.elapsed()).toNanos());
        round = Stopwatch.start();
    }

    private void round() {
        try {
            keepResults();
            if (!stopping) {
                address();
                tell();
            }
        } catch (RuntimeException | Error fault) { // whatever it was, the next round must come
            Log.warnf("Events could not be told and will be told later: %s", fault);
        }
    }

    /** What could not be kept stays here for the next round; should this instance die, it is told once more. */
    private void keepResults() {
        List<Ended> kept = new ArrayList<>(ended);
        if (!kept.isEmpty()) {
            book.keep(kept);
            ended.removeAll(kept);
            kept.forEach(one -> atWork.end(one.receiver()));
        }
    }

    private void address() {
        if (addressEvents.address()) {
            ring();
        }
    }

    private void tell() {
        List<String> receivers = new ArrayList<>(book.receiversWithDue());
        // who comes first when there are more than can be told at once is left to chance
        Collections.shuffle(receivers);
        receivers.forEach(this::tell);
    }

    private void tell(String receiver) {
        for (Channel channel : channels) {
            int free = atWork.free(receiver, channel.pace());
            if (free > 0) {
                channel.teller(receiver).ifPresent(teller -> tell(receiver, channel.pace(), teller, free));
            }
        }
    }

    private void tell(String receiver, Pace pace, Teller teller, int free) {
        Stopwatch taking = Stopwatch.start();
        List<Task> tasks = book.take(receiver, free, pace.lease());
        // whoever was held up in between must not tell: another instance may have taken over, and told later ones
        if (taking.isPast(pace.lease().minus(pace.timeout()))) {
            Log.warnf("%d events were taken too slowly and are told when their lease is over", tasks.size());
            return;
        }
        for (Task task : tasks) {
            atWork.begin(receiver);
            Telling.start(receiver, task, pace, teller).subscribe().with(this::end);
        }
    }

    private void end(Ended one) {
        ended.add(one);
        ring();
    }

    /** Whether nobody is being told anything, and nobody rings. */
    boolean isIdle() {
        return rings.get() == 0 && atWork.isIdle();
    }

    /** What is being told may end; what it does not know by then, another instance tells once more. */
    void stop(@Observes ShutdownEvent event) {
        stopping = true;
        Stopwatch watch = Stopwatch.start();
        while (!isIdle() && !watch.isPast(FAREWELL)) {
            LockSupport.parkNanos(LOOK.toNanos());
        }
        thread.shutdown();
    }
}
