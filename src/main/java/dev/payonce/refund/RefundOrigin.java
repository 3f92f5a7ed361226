package dev.payonce.refund;

/** Whose wish a refund is, and so which money goes back. */
enum RefundOrigin {
    /** The order system's: money that was captured for the order. */
    MERCHANT,
    /** Ours: a charge that no order was waiting for. Neither payment nor order count it. */
    STRAY_CHARGE
}
