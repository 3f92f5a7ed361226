package dev.payonce.gateway;

import dev.payonce.value.Money;

/**
 * What an entry must say to be the one that we asked for.
 *
 * @param done the status that says that it was done
 * @param chargeId the charge that a refund belongs to; null for a charge
 */
record Expected(String reference, Money money, String done, String chargeId) {

    private static final String DECLINED = "declined";

    static Expected of(Charge charge) {
        return new Expected(charge.id().toString(), charge.money(), "approved", null);
    }

    static Expected of(ChargeRefund refund) {
        return new Expected(refund.id().toString(), refund.money(), "succeeded", refund.chargeId());
    }

    boolean isDone(Entry entry) {
        return done.equals(entry.status());
    }

    boolean isDeclineOf(Entry entry) {
        return DECLINED.equals(entry.status()) && isOurs(entry);
    }

    boolean isAsAsked(Entry entry) {
        return isOurs(entry) && money.equals(entry.money()) && (chargeId == null || chargeId.equals(entry.chargeId()));
    }

    boolean isOurs(Entry entry) {
        return reference.equals(entry.reference());
    }
}
