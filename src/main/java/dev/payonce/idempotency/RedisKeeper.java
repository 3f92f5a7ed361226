package dev.payonce.idempotency;

import dev.payonce.idempotency.Once.Kind;
import dev.payonce.store.StoreFault;
import dev.payonce.store.Transactions;
import dev.payonce.store.TwinWait;
import dev.payonce.store.Work;
import io.quarkus.logging.Log;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;

/**
 * By Redis alone, at risk: the effect commits in MySQL and is recorded in Redis afterwards. What happens in between, and
 * what Redis loses, lets the same key take effect again. Without Redis there is no answer.
 */
@ApplicationScoped
class RedisKeeper implements Keeper {

    private final RedisRecords redis;
    private final Transactions transactions;
    private final Results results;
    private final TwinWait twins;

    RedisKeeper(RedisRecords redis, Transactions transactions, Results results, IdempotencyConfig config) {
        this.redis = redis;
        this.transactions = transactions;
        this.results = results;
        this.twins = config.twins();
    }

    @Override
    public <T> Uni<Once<T>> once(Attempt attempt, Effect<T> effect) {
        return redis.claim(attempt).flatMap(claim -> switch (claim.kind()) {
            case RECORDED -> recorded(attempt, effect.type(), claim.result());
            case MISMATCH -> answer(Kind.REUSED);
            case IN_PROGRESS ->
                twins.lookAgain(
                        attempt.waiting(), () -> once(attempt.afterWaiting(), effect), () -> answer(Kind.IN_PROGRESS));
            case GRANTED -> first(attempt, effect);
            case AWAY -> throw new IllegalStateException("Redis does not say that it is away");
        });
    }

    private <T> Uni<Once<T>> recorded(Attempt attempt, Class<T> type, String result) {
        return Uni.createFrom().item(() -> results.<T>read(result, type, attempt.duplicate())
                .orElseThrow(() -> Results.unreadable(type)));
    }

    /** Where the commit may have been done, the claim stays for its lease: longer would be safer, and dead. */
    private <T> Uni<Once<T>> first(Attempt attempt, Effect<T> effect) {
        return Work.onWorker(() -> transactions.inNew(effect.run()))
                .onFailure(fault -> !StoreFault.leavesCommitUnknown(fault))
                .call(() -> redis.release(attempt).onFailure().recoverWithNull())
                .call(result -> record(attempt, result))
                .map(Once::done);
    }

    private <T> Uni<Boolean> record(Attempt attempt, T result) {
        return redis.record(attempt, results.write(result))
                .onFailure()
                .recoverWithItem(false)
                .invoke(kept -> {
                    if (!kept) {
                        Log.error(
                                "AT RISK: a key took effect and Redis did not keep it: its repeat may take effect again");
                    }
                });
    }

    private static <T> Uni<Once<T>> answer(Kind kind) {
        return Uni.createFrom().item(new Once<>(kind, null));
    }
}
