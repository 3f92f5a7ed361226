package dev.payonce.stream;

import dev.payonce.order.OrderMoved;
import dev.payonce.store.Redis;
import dev.payonce.store.StoreFault;
import dev.payonce.value.OrderId;
import io.quarkus.logging.Log;
import io.quarkus.redis.datasource.ReactiveRedisDataSource;
import io.quarkus.runtime.ShutdownDelayInitiatedEvent;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.TransactionPhase;
import java.time.Duration;
import java.util.Map;
import java.util.Set;

/**
 * Wakes the streams of an order when it has moved, on whichever instance: Redis carries the word at once. MySQL is the
 * truth: now and then the streams are held against it, so that a word that was lost costs time alone.
 */
@ApplicationScoped
class Bell {

    private static final String CHANNEL = "payonce:order-moved";

    /** Redis may be away for a while; nobody waits for this. */
    private static final Duration LISTEN_AGAIN = Duration.ofSeconds(1);

    private final StreamsHere streams;
    private final OrderFeed feed;
    private final Redis redis;
    private final ReactiveRedisDataSource ears;
    private volatile boolean stopped;

    Bell(StreamsHere streams, OrderFeed feed, Redis redis, ReactiveRedisDataSource ears) {
        this.streams = streams;
        this.feed = feed;
        this.redis = redis;
        this.ears = ears;
    }

    void moved(@Observes(during = TransactionPhase.AFTER_SUCCESS) OrderMoved moved) {
        ring(moved.order());
        redis.call("ring", data -> data.pubsub(String.class)
                        .publish(CHANNEL, moved.order().toString()))
                .subscribe()
                .with(rung -> {}, away -> Log.debugf("%s is found without the bell: %s", moved, away.getMessage()));
    }

    private void ring(OrderId order) {
        streams.of(order).forEach(OrderStream::ring);
    }

    void start(@Observes StartupEvent event) {
        listen();
    }

    /** As long as this instance runs; whenever Redis or the connection ends it, anew. */
    private void listen() {
        ears.pubsub(String.class)
                .subscribe(
                        CHANNEL,
                        order -> OrderId.parse(order).ifPresent(this::ring),
                        this::listenAgain,
                        lost -> Log.debugf("the bell was lost: %s", lost.getMessage()))
                .subscribe()
                .with(listening -> {}, away -> listenAgain());
    }

    private void listenAgain() {
        if (!stopped) {
            Uni.createFrom()
                    .voidItem()
                    .onItem()
                    .delayIt()
                    .by(LISTEN_AGAIN)
                    .subscribe()
                    .with(again -> listen());
        }
    }

    @Scheduled(
            identity = "order-streams",
            every = "${payonce.streams.look-every}",
            concurrentExecution = ConcurrentExecution.SKIP)
    void look() {
        Set<OrderId> watched = streams.orders();
        if (watched.isEmpty()) {
            return;
        }
        try {
            Map<OrderId, Position> latest = feed.latest(watched);
            latest.forEach((order, position) -> streams.of(order).forEach(stream -> stream.ringIfBehind(position)));
        } catch (StoreFault away) {
            Log.debugf("streams are held against MySQL later: %s", away.getMessage());
        }
    }

    /** An open stream would keep the service from stopping. */
    void closeStreams(@Observes ShutdownDelayInitiatedEvent event) {
        streams.close().forEach(OrderStream::close);
    }

    void stop(@Observes ShutdownEvent event) {
        stopped = true;
    }
}
