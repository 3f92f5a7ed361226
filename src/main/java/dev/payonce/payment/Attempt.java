package dev.payonce.payment;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.payonce.gateway.Charge;
import dev.payonce.token.Claim;
import dev.payonce.token.PaymentToken;
import dev.payonce.value.PaymentId;
import dev.payonce.value.Sha256;
import dev.payonce.value.Stopwatch;
import java.time.Duration;
import java.util.HexFormat;

/**
 * One request that wants to pay. Its payment id is made up front: whoever finds a payment with that id in MySQL knows
 * that this very request opened it.
 *
 * @param waiting for a twin, if there is one: runs since the request came
 * @param later whether the caller does not wait for the gateway
 * @param limited whether the caller's declines count: a merchant acts for many
 * @param waited whether it has waited for a twin: then the twin's outcome is not a replay
 */
record Attempt(
        PaymentToken token,
        String caller,
        String paymentMethod,
        PaymentId paymentId,
        byte[] fingerprint,
        Stopwatch waiting,
        boolean later,
        boolean limited,
        boolean waited) {

    static Attempt of(PaymentToken token, String caller, String paymentMethod) {
        byte[] fingerprint = fingerprint(token, paymentMethod);
        return new Attempt(
                token, caller, paymentMethod, PaymentId.next(), fingerprint, Stopwatch.start(), false, true, false);
    }

    Attempt forLater() {
        return new Attempt(token, caller, paymentMethod, paymentId, fingerprint, waiting, true, limited, waited);
    }

    Attempt withoutLimit() {
        return new Attempt(token, caller, paymentMethod, paymentId, fingerprint, waiting, later, false, waited);
    }

    Attempt afterWaiting() {
        return new Attempt(token, caller, paymentMethod, paymentId, fingerprint, waiting, later, limited, true);
    }

    Claim claim(Duration lease) {
        return new Claim(paymentId.toString(), HexFormat.of().formatHex(fingerprint), lease);
    }

    Charge charge() {
        return new Charge(paymentId, token.orderId(), token.price(), paymentMethod);
    }

    /** The token's random id keeps equal payment methods from having equal fingerprints. */
    private static byte[] fingerprint(PaymentToken token, String paymentMethod) {
        return Sha256.of(token.id().bytes(), paymentMethod.getBytes(UTF_8));
    }

    @Override
    public String toString() {
        return "Attempt[" + paymentId + ", token " + token.id() + ", " + token.orderId() + "]";
    }
}
