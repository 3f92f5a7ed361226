package dev.payonce.payment;

import dev.payonce.limit.Exceeded;
import dev.payonce.limit.Limit;
import dev.payonce.limit.Limits;
import dev.payonce.limit.Use;
import dev.payonce.value.OrderId;
import dev.payonce.web.Caller;
import io.netty.util.NetUtil;
import io.quarkus.logging.Log;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.TransactionPhase;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Which limits tokens and payments count towards. A merchant acts for many customers and has none of its own. */
@ApplicationScoped
class PayLimits {

    private static final int IPV4_BYTES = 4;
    private static final int IPV6_NETWORK_BYTES = 8;

    private final Limits limits;

    PayLimits(Limits limits) {
        this.limits = limits;
    }

    /** What this instance knows without asking anybody. */
    Optional<Exceeded> knownToExceed(Caller caller) {
        return limits.knownToExceed(ofCaller(Limit.TOKENS_PER_CALLER, caller).toList());
    }

    /** The same of a token for this order: what is known to be refused must not cost Redis a token either. */
    Optional<Exceeded> knownToExceed(OrderId order, Caller caller) {
        return limits.knownToExceed(ofToken(order, caller));
    }

    Uni<Optional<Exceeded>> issue(OrderId order, Caller caller) {
        return limits.take(ofToken(order, caller));
    }

    private static List<Use> ofToken(OrderId order, Caller caller) {
        Use ofOrder = new Use(Limit.TOKENS_PER_ORDER, order.toString());
        return Stream.concat(Stream.of(ofOrder), ofCaller(Limit.TOKENS_PER_CALLER, caller))
                .toList();
    }

    private static Stream<Use> ofCaller(Limit limit, Caller caller) {
        return caller.isMerchant() ? Stream.empty() : Stream.of(new Use(limit, caller.subject()));
    }

    /** Whether the caller has met too many declines to start another payment. */
    Uni<Optional<Exceeded>> declined(Attempt attempt) {
        return attempt.limited()
                ? limits.look(new Use(Limit.DECLINES_PER_CALLER, attempt.caller()))
                : Uni.createFrom().item(Optional.empty());
    }

    /** Whoever brought the gateway's answer. Without waiting: the payment has ended, and a count that is lost costs little. */
    void count(@Observes(during = TransactionPhase.AFTER_SUCCESS) PaymentDeclined declined) {
        limits.take(List.of(new Use(Limit.DECLINES_PER_CALLER, declined.customer())))
                .subscribe()
                .with(exceeded -> {}, fault -> Log.warnf("A decline was not counted: %s", fault.getMessage()));
    }

    /** A forged token came from this address: how many more may come is counted here, without a store. */
    Optional<Exceeded> rejectToken(String address) {
        return limits.takeHere(new Use(Limit.REJECTED_TOKENS_PER_ADDRESS, network(address)));
    }

    /** Of IPv6 the first 64 bits: whoever has one address there has all that begin so. */
    static String network(String address) {
        byte[] bytes = NetUtil.createByteArrayFromIpAddressString(address);
        boolean isIpv6 = bytes != null && bytes.length > IPV4_BYTES && !address.contains(".");
        return isIpv6 ? HexFormat.of().formatHex(bytes, 0, IPV6_NETWORK_BYTES) : address;
    }
}
