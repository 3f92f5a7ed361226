package dev.payonce.lab;

/**
 * What one caller was told.
 *
 * @param startedMicros since the storm began
 * @param endedMicros the same
 */
record Told(Answer answer, long startedMicros, long endedMicros) {

    long micros() {
        return endedMicros - startedMicros;
    }
}
