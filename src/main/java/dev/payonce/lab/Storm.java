package dev.payonce.lab;

import java.time.Duration;

/**
 * What is to be run.
 *
 * @param callers all of them, those too that come late
 * @param patience how long a duplicate waits for its twin, where the pattern lets it wait
 * @param hold how long the first charge is held up at most to see whether a second one is made; zero: not at all
 */
record Storm(PatternName pattern, int callers, Duration gatewayDelay, Fault fault, Duration patience, Duration hold) {

    /** Those that come after the fault: half of them. */
    int late() {
        return fault == Fault.NONE ? 0 : callers / 2;
    }

    int early() {
        return callers - late();
    }
}
