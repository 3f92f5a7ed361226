package dev.payonce.stream;

import dev.payonce.store.Work;
import dev.payonce.value.OrderId;
import dev.payonce.value.Stopwatch;
import io.quarkus.logging.Log;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Set;

/**
 * One open stream. It reads only what its client has taken the room for, and between events it holds nothing but its place
 * among the {@link StreamsHere}.
 */
final class OrderStream {

    private static final Set<String> ENDS = Set.of("order.refunded", "order.cancelled", "order.expired");
    private static final List<StreamedEvent> NOTHING = Collections.emptyList();
    private static final Duration SHORTEST = Duration.ofMillis(1);

    private final OrderId order;
    private final OrderFeed feed;
    private final StreamConfig config;
    private final Signal signal = new Signal();
    private final Stopwatch age = Stopwatch.start();
    private volatile Position position;
    private volatile Duration end;
    private volatile boolean toLook = true;

    /** @param longest how long it stays open at most */
    OrderStream(OrderId order, Position from, OrderFeed feed, StreamConfig config, Duration longest) {
        this.order = order;
        this.position = from;
        this.feed = feed;
        this.config = config;
        this.end = longest;
    }

    OrderId order() {
        return order;
    }

    /** Something may have happened to the order. */
    void ring() {
        signal.ring();
    }

    void ringIfBehind(Position latest) {
        if (position.isBehind(latest)) {
            signal.ring();
        }
    }

    /** Ends the stream as soon as it can: its client comes back, to another instance. */
    void close() {
        end = Duration.ZERO;
        signal.ring();
    }

    /** Batches of events; an empty one is a sign of life, and the first one is such. */
    Multi<List<StreamedEvent>> batches() {
        Multi<List<StreamedEvent>> onAndOn =
                Multi.createBy().repeating().uni(this::next).whilst(batch -> !isOver());
        return Multi.createBy().concatenating().streams(Multi.createFrom().item(NOTHING), onAndOn);
    }

    private Uni<List<StreamedEvent>> next() {
        return toLook
                ? look()
                : signal.heard()
                        .ifNoItem()
                        .after(shorter(config.heartbeat(), remaining()))
                        .recoverWithItem(false)
                        .flatMap(rung ->
                                rung && !isOver() ? look() : Uni.createFrom().item(NOTHING));
    }

    /** What happens while it reads rings again. */
    private Uni<List<StreamedEvent>> look() {
        toLook = false;
        signal.clear();
        return Work.onWorker(() -> feed.after(order, position))
                .invoke(this::advance)
                .onFailure()
                .recoverWithUni(this::lookLater);
    }

    private void advance(List<StreamedEvent> found) {
        if (found.isEmpty()) {
            return;
        }
        position = found.get(found.size() - 1).at();
        toLook = found.size() >= config.batch();
        if (found.stream().anyMatch(event -> ENDS.contains(event.type()))) {
            end = shorter(end, age.elapsed().plus(config.linger()));
        }
    }

    /** MySQL is away: the client is kept, and told when it can be read again. */
    private Uni<List<StreamedEvent>> lookLater(Throwable fault) {
        Log.debugf("the stream of %s could not be read and will be: %s", order, fault.getMessage());
        toLook = true;
        return Uni.createFrom().item(NOTHING).onItem().delayIt().by(config.lookEvery());
    }

    private boolean isOver() {
        return age.isPast(end);
    }

    private Duration remaining() {
        Duration left = end.minus(age.elapsed());
        return left.compareTo(SHORTEST) < 0 ? SHORTEST : left;
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }
}
