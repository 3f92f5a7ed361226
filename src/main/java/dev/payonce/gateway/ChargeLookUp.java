package dev.payonce.gateway;

import dev.payonce.value.Money;
import java.util.List;

/**
 * What the gateway knows of one of our payments.
 *
 * @param answered false when it could not be asked; then {@code charges} is empty and says nothing
 */
public record ChargeLookUp(boolean answered, List<Found> charges) {

    static final ChargeLookUp NOT_ANSWERED = new ChargeLookUp(false, List.of());

    /** A charge in the gateway's books. */
    public record Found(ChargeResult result, Money money) {

        public boolean isApproved() {
            return result.verdict() == ChargeResult.Verdict.APPROVED;
        }
    }

    /** Whether the gateway has been asked and knows of no charge. */
    public boolean foundNothing() {
        return answered && charges.isEmpty();
    }
}
