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
    public <T> Uni<Once<T>> once(Attempt attempt, Effect<T> effect) {
        return once(attempt, twins, database.row(attempt.request(), attempt.fingerprint(), effect));
    }

    <T> Uni<Once<T>> once(Attempt attempt, TwinWait twins, KeyRow<T> row) {
        return new InFront<>(twins, row).once(attempt);
    }

    /** What Redis is not told it does not tell others: they ask MySQL. */
    private static Uni<?> tell(Uni<?> message) {
        return message.onFailure(RedisAway.class).recoverWithNull();
    }

    /** Redis, in front of one row. */
    private final class InFront<T> {

        private final TwinWait twins;
        private final KeyRow<T> row;

        InFront(TwinWait twins, KeyRow<T> row) {
            this.twins = twins;
            this.row = row;
        }

        Uni<Once<T>> once(Attempt attempt) {
            return redis.claim(attempt)
                    .onFailure(RedisAway.class)
                    .recoverWithItem(KeyClaim::away)
                    .flatMap(claim -> switch (claim.kind()) {
                        case RECORDED -> recorded(attempt, claim);
                        case GRANTED -> first(attempt);
                        case IN_PROGRESS -> waitForTwin(attempt);
                        case MISMATCH, AWAY -> byMySqlAlone(attempt);
                    });
        }

        private Uni<Once<T>> byMySqlAlone(Attempt attempt) {
            return row.keep(attempt.duplicate()).map(Kept::once);
        }

        /** What another version has written in a way that this one cannot read, MySQL has, too. */
        private Uni<Once<T>> recorded(Attempt attempt, KeyClaim claim) {
            return results.<T>read(claim.result(), row.type(), attempt.duplicate())
                    .map(once -> Uni.createFrom().item(once))
                    .orElseGet(() -> byMySqlAlone(attempt));
        }

        private Uni<Once<T>> first(Attempt attempt) {
            return row.keep(attempt.duplicate())
                    .flatMap(kept -> kept.isFinal()
                            ? publish(attempt, kept)
                            : release(attempt).replaceWith(kept.once()))
                    .onFailure()
                    .call(() -> release(attempt));
        }

        /** Redis may hold a claim whose request has long ended: before a duplicate is sent away, MySQL is asked. */
        private Uni<Once<T>> waitForTwin(Attempt attempt) {
            return twins.lookAgain(attempt.waiting(), () -> once(attempt.afterWaiting()), () -> row.look()
                    .flatMap(kept -> publish(attempt, kept)));
        }

        private Uni<Once<T>> publish(Attempt attempt, Kept<T> kept) {
            return kept.isFinal()
                    ? tell(redis.cache(attempt, results.text(kept), kept.recordedAt()))
                            .replaceWith(kept.once())
                    : Uni.createFrom().item(kept.once());
        }

        private Uni<?> release(Attempt attempt) {
            return tell(redis.release(attempt));
        }
    }
}
