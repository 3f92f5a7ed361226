package dev.payonce.gateway;

import dev.payonce.value.Money;
import java.util.List;
import java.util.Optional;

/**
 * What the gateway knows of one of our payments.
 *
 * @param answered false when it could not be asked; then {@code charges} is empty and says nothing
 */
public record ChargeLookUp(boolean answered, List<Found> charges) {

    static final ChargeLookUp NOT_ANSWERED = new ChargeLookUp(false, List.of());

    /**
     * An entry in the gateway's books.
     *
     * @param result unknown for an entry that makes no sense: its code says why, and what it stands for may be money
     * @param money what was taken; null unless approved
     */
    public record Found(ChargeResult result, Money money) {

        public boolean isApproved() {
            return result.verdict() == ChargeResult.Verdict.APPROVED;
        }

        public boolean isRiddle() {
            return result.verdict() == ChargeResult.Verdict.UNKNOWN;
        }
    }

    /** Why one of the entries makes no sense; empty if all do. */
    public Optional<String> riddle() {
        return charges.stream()
                .filter(Found::isRiddle)
                .map(entry -> entry.result().code())
                .findFirst();
    }

    /** Whether the gateway has been asked and knows of no charge. */
    public boolean foundNothing() {
        return answered && charges.isEmpty();
    }
}
