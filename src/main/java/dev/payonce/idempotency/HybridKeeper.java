package dev.payonce.idempotency;

import dev.payonce.store.RedisAway;
import dev.payonce.store.TwinWait;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;

/**
 * By MySQL, with Redis in front: a replay costs one round trip to Redis, and twins wait there for the one that has gone on
 * to MySQL. Redis only ever repeats what MySQL has committed; whatever it forgets, refuses or does not answer, MySQL decides.
 */
@ApplicationScoped
class HybridKeeper implements Keeper {

    private final RedisRecords redis;
    private final DatabaseKeeper database;
    private final Results results;
    private final TwinWait twins;

    HybridKeeper(RedisRecords redis, DatabaseKeeper database, Results results, IdempotencyConfig config) {
        this.redis = redis;
        this.database = database;
        this.results = results;
        this.twins = config.twins();
    }

    @Override
    public <T> Uni<Once<T>> once(Attempt<T> attempt) {
        return redis.claim(attempt)
                .onFailure(RedisAway.class)
                .recoverWithItem(KeyClaim::away)
                .flatMap(claim -> switch (claim.kind()) {
                    case RECORDED -> recorded(attempt, claim);
                    case GRANTED -> first(attempt);
                    case IN_PROGRESS -> waitForTwin(attempt);
                    case MISMATCH, AWAY -> database.once(attempt);
                });
    }

    /** What another version has written in a way that this one cannot read, MySQL has, too. */
    private <T> Uni<Once<T>> recorded(Attempt<T> attempt, KeyClaim claim) {
        return results.read(claim.result(), attempt.type(), attempt.duplicate())
                .map(once -> Uni.createFrom().item(once))
                .orElseGet(() -> database.once(attempt));
    }

    private <T> Uni<Once<T>> first(Attempt<T> attempt) {
        return database.keep(attempt)
                .flatMap(kept -> kept.isFinal()
                        ? publish(attempt, kept)
                        : release(attempt).replaceWith(kept.once()))
                .onFailure()
                .call(() -> release(attempt));
    }

    /** Redis may hold a claim whose request has long ended: before a duplicate is sent away, MySQL is asked. */
    private <T> Uni<Once<T>> waitForTwin(Attempt<T> attempt) {
        return twins.lookAgain(attempt.waiting(), () -> once(attempt.afterWaiting()), () -> database.look(attempt)
                .flatMap(kept -> publish(attempt, kept)));
    }

    private <T> Uni<Once<T>> publish(Attempt<T> attempt, Kept<T> kept) {
        return kept.isFinal()
                ? tell(redis.cache(attempt, kept.result(), kept.createdAt())).replaceWith(kept.once())
                : Uni.createFrom().item(kept.once());
    }

    private Uni<?> release(Attempt<?> attempt) {
        return tell(redis.release(attempt));
    }

    /** What Redis is not told it does not tell others: they ask MySQL. */
    private static Uni<?> tell(Uni<?> message) {
        return message.onFailure(RedisAway.class).recoverWithNull();
    }
}
