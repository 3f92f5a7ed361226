package dev.payonce.payment;

import dev.payonce.limit.Exceeded;
import dev.payonce.limit.Limit;
import dev.payonce.limit.Limits;
import dev.payonce.limit.Use;
import dev.payonce.value.OrderId;
import dev.payonce.web.Caller;
import io.quarkus.logging.Log;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.TransactionPhase;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Which limits tokens and payments count towards. A merchant acts for many customers and has none of its own. */
@ApplicationScoped
class PayLimits {

    private final Limits limits;

    PayLimits(Limits limits) {
        this.limits = limits;
    }

    /** What this instance knows without asking anybody. */
    Optional<Exceeded> knownToExceed(Caller caller) {
        return limits.knownToExceed(ofCaller(Limit.TOKENS_PER_CALLER, caller).toList());
    }

    Uni<Optional<Exceeded>> issue(OrderId order, Caller caller) {
        Use ofOrder = new Use(Limit.TOKENS_PER_ORDER, order.toString());
        return limits.take(Stream.concat(Stream.of(ofOrder), ofCaller(Limit.TOKENS_PER_CALLER, caller))
                .toList());
    }

    private static Stream<Use> ofCaller(Limit limit, Caller caller) {
        return caller.isMerchant() ? Stream.empty() : Stream.of(new Use(limit, caller.subject()));
    }

    /** Whether the caller has met too many declines to start another payment. */
    Uni<Optional<Exceeded>> declined(Attempt attempt) {
        return attempt.waited()
                ? Uni.createFrom().item(Optional.empty())
                : limits.look(new Use(Limit.DECLINES_PER_CALLER, attempt.caller()));
    }

    /** Whoever brought the gateway's answer. Without waiting: the payment has ended, and a count that is lost costs little. */
    void count(@Observes(during = TransactionPhase.AFTER_SUCCESS) PaymentDeclined declined) {
        limits.take(List.of(new Use(Limit.DECLINES_PER_CALLER, declined.customer())))
                .subscribe()
                .with(exceeded -> {}, fault -> Log.warnf("A decline was not counted: %s", fault.getMessage()));
    }

    /** A forged token came from this address: how many more may come is counted here, without a store. */
    Optional<Exceeded> rejectToken(String address) {
        return limits.takeHere(new Use(Limit.REJECTED_TOKENS_PER_ADDRESS, address));
    }
}
