package dev.payonce.payment;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.payonce.store.RedisAway;
import dev.payonce.token.Claim;
import dev.payonce.token.Consumption;
import dev.payonce.token.PaymentToken;
import dev.payonce.token.TokenConfig;
import dev.payonce.token.TokenId;
import dev.payonce.token.TokenSigner;
import dev.payonce.token.TokenStore;
import io.quarkus.logging.Log;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Optional;
import java.util.function.BiFunction;

/** The token's signature and Redis: the fast gate in front of MySQL. Redis may be away: then it knows nothing, and what it is told is lost. */
@ApplicationScoped
class TokenGate {

    private final TokenSigner signer;
    private final TokenStore tokens;
    private final PayConfig config;
    private final ObjectMapper json;
    private final boolean requireRedis;

    TokenGate(TokenSigner signer, TokenStore tokens, PayConfig config, TokenConfig tokenConfig, ObjectMapper json) {
        this.signer = signer;
        this.tokens = tokens;
        this.config = config;
        this.requireRedis = tokenConfig.requireRedis();
        this.json = json;
    }

    /** Step 1, without I/O: a forged or somebody else's token ends here. */
    Optional<PaymentToken> verify(String text, String caller) {
        return signer.verify(text, caller);
    }

    /** Consumes the token for this attempt; ends in {@link RedisAway} only where the configuration requires Redis. */
    Uni<Consumption> consume(Attempt attempt) {
        return tokens.consume(attempt.token().id(), claim(attempt))
                .onFailure(away -> away instanceof RedisAway && !requireRedis)
                .recoverWithItem(Consumption::absent);
    }

    /** Empty where another version has written it in a way that this one cannot read: MySQL has it, too. */
    Optional<PaymentOutcome> recorded(Consumption consumption) {
        try {
            return Optional.of(json.readValue(consumption.outcome(), PaymentOutcome.class));
        } catch (JsonProcessingException notOurs) {
            Log.warn("An outcome recorded in Redis cannot be read; MySQL answers instead");
            return Optional.empty();
        }
    }

    /** Lets replays be answered without MySQL. */
    Uni<Void> publish(Attempt attempt, PaymentOutcome outcome) {
        try {
            String text = json.writeValueAsString(outcome);
            return tell(attempt, (id, claim) -> tokens.record(id, claim, text));
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException("an outcome cannot be written as JSON", impossible);
        }
    }

    /** The attempt came to nothing and is forgotten: the token is as good as before. */
    Uni<Void> release(Attempt attempt) {
        return tell(
                attempt,
                (id, claim) -> tokens.release(id, claim, attempt.token().orderId()));
    }

    /** The attempt waits no longer, and what became of it is not known here: the next request looks in MySQL. */
    Uni<Void> yield(Attempt attempt) {
        return tell(attempt, tokens::yield);
    }

    /** The payment waits in the buffer: nobody is at work with it here, and whoever repeats need not wait for anybody. */
    Uni<Void> share(Attempt attempt) {
        return tell(attempt, tokens::share);
    }

    private Uni<Void> tell(Attempt attempt, BiFunction<TokenId, Claim, Uni<Void>> message) {
        return message.apply(attempt.token().id(), claim(attempt))
                .onFailure(RedisAway.class)
                .invoke(away -> Log.debugf("%s: %s", attempt, away.getMessage()))
                .onFailure(RedisAway.class)
                .recoverWithNull();
    }

    private Claim claim(Attempt attempt) {
        return attempt.claim(config.claimLease());
    }
}
