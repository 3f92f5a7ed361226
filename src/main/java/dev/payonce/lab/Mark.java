package dev.payonce.lab;

/**
 * One moment on a caller's way.
 *
 * @param atMillis since the storm began
 */
record Mark(Step step, double atMillis) {}
