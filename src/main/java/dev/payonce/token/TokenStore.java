package dev.payonce.token;

import dev.payonce.store.Redis;
import dev.payonce.store.RedisScript;
import dev.payonce.store.RetentionConfig;
import dev.payonce.value.OrderId;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.redis.client.Response;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * The tokens in Redis and the claims of those that spend them. Every call is one round trip and may end in {@link
 * dev.payonce.store.RedisAway}. A command that was given up may still run later; owner ids keep that harmless.
 */
@ApplicationScoped
public class TokenStore {

    private static final RedisScript ISSUE = RedisScript.load("issue_token");
    private static final RedisScript CONSUME = RedisScript.load("consume_token");
    private static final RedisScript RECORD = RedisScript.load("record_outcome");
    private static final RedisScript RELEASE = RedisScript.load("release_claim");
    private static final RedisScript SHARE = RedisScript.load("share_claim");
    private static final RedisScript YIELD = RedisScript.load("yield_claim");

    private final Redis redis;
    private final Duration ttl;
    private final Duration outcomeRetention;

    TokenStore(Redis redis, TokenConfig config, RetentionConfig retention) {
        this.redis = redis;
        this.ttl = config.ttl();
        this.outcomeRetention = retention.outcome();
    }

    /** Stores a token that lives for the configured time by Redis' clock, but not beyond {@code latest}. */
    public Uni<TokenLife> issue(TokenId id, OrderId order, Instant latest) {
        return redis.run(
                        ISSUE,
                        List.of(tokenKey(id)),
                        order.toString(),
                        Long.toString(ttl.toMillis()),
                        Long.toString(latest.toEpochMilli()))
                .map(answer -> new TokenLife(
                        Instant.ofEpochMilli(answer.get(0).toLong()),
                        Duration.ofMillis(answer.get(1).toLong())));
    }

    /** Takes the token away and writes the caller's claim, both or neither. */
    public Uni<Consumption> consume(TokenId id, Claim claim) {
        return redis.run(
                        CONSUME,
                        List.of(tokenKey(id), claimKey(id)),
                        claim.owner(),
                        claim.fingerprint(),
                        Long.toString(claim.lease().toMillis()),
                        Long.toString(outcomeRetention.toMillis()))
                .map(TokenStore::consumption);
    }

    /** Keeps the outcome for replays, if the claim is still this owner's. */
    public Uni<Void> record(TokenId id, Claim claim, String outcome) {
        return redis.run(
                        RECORD,
                        List.of(claimKey(id)),
                        claim.owner(),
                        outcome,
                        Long.toString(outcomeRetention.toMillis()))
                .replaceWithVoid();
    }

    /** Undoes a consumption that came to nothing: the token is back, for what is left of its life. */
    public Uni<Void> release(TokenId id, Claim claim, OrderId order) {
        return redis.run(RELEASE, List.of(tokenKey(id), claimKey(id)), claim.owner(), order.toString())
                .replaceWithVoid();
    }

    /** Ends the claim's lease now: the next request with this token goes on from what MySQL says. */
    public Uni<Void> yield(TokenId id, Claim claim) {
        return redis.run(YIELD, List.of(claimKey(id)), claim.owner()).replaceWithVoid();
    }

    /** From now on nobody waits for this claim: the payment is in MySQL, and each request looks there. */
    public Uni<Void> share(TokenId id, Claim claim) {
        return redis.run(SHARE, List.of(claimKey(id)), claim.owner()).replaceWithVoid();
    }

    private static Consumption consumption(Response answer) {
        String outcome = answer.size() > 1 ? answer.get(1).toString() : null;
        return new Consumption(Consumption.Kind.valueOf(answer.get(0).toString()), outcome);
    }

    /** One hash tag for all keys of a token, so that Redis Cluster keeps them on one node. */
    private static String tokenKey(TokenId id) {
        return "payonce:{" + id + "}:token";
    }

    private static String claimKey(TokenId id) {
        return "payonce:{" + id + "}:claim";
    }
}
