package dev.payonce.gateway;

import dev.payonce.value.Money;
import dev.payonce.value.RefundId;

/**
 * What the gateway is asked to give back.
 *
 * @param id our reference and the gateway's idempotency key: the same for every attempt at this refund
 * @param chargeId the gateway's own id of the charge that the money came with
 */
public record ChargeRefund(RefundId id, String chargeId, Money money) {}
