package dev.payonce.bench;

import java.util.Arrays;

/**
 * One round.
 *
 * @param perSecond operations that ended within the round
 * @param nanos how long each took, ascending
 * @param use what the round took of the machine
 */
record Measured(double perSecond, long[] nanos, Use use) {

    static Measured of(long[] nanos, double seconds, Use use) {
        if (nanos.length == 0) {
            throw new IllegalStateException("nothing was done in the whole round");
        }
        Arrays.sort(nanos);
        return new Measured(nanos.length / seconds, nanos, use);
    }

    double millis(double quantile) {
        return nanos[(int) Math.ceil(quantile * nanos.length) - 1] / 1e6;
    }

    /** For one operation. */
    double each(double total) {
        return total / nanos.length;
    }
}
