package dev.payonce.payment;

import dev.payonce.store.StoreFault;
import dev.payonce.store.Transactions;
import dev.payonce.store.Work;
import dev.payonce.token.TokenId;
import dev.payonce.value.Stopwatch;
import io.smallrye.faulttolerance.api.TypedGuard;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Event;
import jakarta.enterprise.util.TypeLiteral;
import java.util.function.Supplier;

/**
 * The door of the buffer: how much room is left for payments that are accepted for later. MySQL has the number; it is counted now and then, and in
 * between this instance adds whoever has entered since, so that it never lets in too many by itself. What others accept in
 * the meantime is not seen: by so many the limit may be passed.
 */
@ApplicationScoped
class BufferRoom {

    private final Transactions transactions;
    private final Payments payments;
    private final Event<PaymentAccepted> bell;
    private final BufferConfig config;
    private final TypedGuard<Uni<Standing>> accepting;

    private Stopwatch sinceCount;
    private Uni<Void> lastCount;
    private int counted;
    private int inside;
    private long left;
    /** Of those who left, the ones that {@code counted} cannot have missed. */
    private long leftBeforeCount;

    BufferRoom(Transactions transactions, Payments payments, Event<PaymentAccepted> bell, BufferConfig config) {
        this.transactions = transactions;
        this.payments = payments;
        this.bell = bell;
        this.config = config;
        this.accepting = TypedGuard.create(new TypeLiteral<Uni<Standing>>() {})
                .withDescription("payments being accepted for later")
                .withBulkhead()
                .limit(config.maxAccepting())
                .queueSize(config.maxWaiting())
                .done()
                .withThreadOffload(false)
                .build();
    }

    /**
     * Walks in where there is room. A token that has a payment needs none.
     *
     * @param full what is said where there is none
     */
    <T> Uni<T> enter(TokenId token, Supplier<Uni<T>> walk, Supplier<Uni<T>> full) {
        return freshCount().flatMap(done -> takePlace() ? inPlace(walk) : enterFull(token, walk, full));
    }

    /** Whoever comes while it is being counted waits for the same count. */
    private synchronized Uni<Void> freshCount() {
        if (sinceCount == null || sinceCount.isPast(config.countEvery())) {
            sinceCount = Stopwatch.start();
            lastCount = recount().memoize().indefinitely();
        }
        return lastCount;
    }

    /** With MySQL slow or away the last number has to do: the walk finds out by itself, and may have an outcome in Redis. */
    private Uni<Void> recount() {
        return Work.onWorker(this::count)
                .ifNoItem()
                .after(config.countEvery())
                .recoverWithItem(() -> null)
                .onFailure(StoreFault.class)
                .recoverWithNull();
    }

    private <T> Uni<T> inPlace(Supplier<Uni<T>> walk) {
        return Uni.createFrom().deferred(walk::get).onTermination().invoke(this::leave);
    }

    private <T> Uni<T> enterFull(TokenId token, Supplier<Uni<T>> walk, Supplier<Uni<T>> full) {
        return Work.onWorker(() -> transactions.read(() -> payments.isKnown(token)))
                .onFailure(StoreFault.class)
                .recoverWithItem(false)
                .flatMap(known -> known ? walk.get() : full.get());
    }

    /**
     * Opens a payment when it is its turn, and rings the bell. Ends at once in a fault of which {@link
     * dev.payonce.gateway.Turns#isFull} is true where too many wait. A bell that is lost, or not rung because of a crash,
     * costs time alone: what is overdue is found in MySQL.
     */
    Uni<Standing> accept(Supplier<Uni<Standing>> opening) {
        return Uni.createFrom().deferred(() -> accepting.get(opening::get)).invoke(standing -> {
            if (standing.kind() == Standing.Kind.OPENED) {
                bell.fire(new PaymentAccepted(standing.payment().id()));
            }
        });
    }

    private Void count() {
        long before = leftUntilNow();
        keep(transactions.read(() -> payments.buffered(config.limit())), before);
        return null;
    }

    private synchronized long leftUntilNow() {
        return left;
    }

    /** A count that took long may be overtaken by one that began later, and knows more. */
    private synchronized void keep(int found, long before) {
        if (before >= leftBeforeCount) {
            counted = found;
            leftBeforeCount = before;
        }
    }

    private synchronized boolean takePlace() {
        if (counted + (left - leftBeforeCount) + inside >= config.limit()) {
            return false;
        }
        inside++;
        return true;
    }

    /** Counted as accepted until MySQL says better. */
    private synchronized void leave() {
        inside--;
        left++;
    }
}
