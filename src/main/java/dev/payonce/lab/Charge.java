package dev.payonce.lab;

/**
 * What the lab's gateway is told beside the order.
 *
 * @param fence a number that grows with each holder of a lock; null where the pattern has none
 * @param reference by which the charge can be found; null where nobody will look
 */
record Charge(Long fence, Long reference) {

    static Charge plain() {
        return new Charge(null, null);
    }

    static Charge fenced(long fence) {
        return new Charge(fence, null);
    }

    static Charge of(long reference) {
        return new Charge(null, reference);
    }
}
