package dev.payonce.lab;

import java.util.Arrays;
import java.util.Locale;

/** All keys that a run may have in Redis; they share one hash tag, so that scripts run on a cluster. */
enum LabKey {
    LOCK,
    FENCE,
    TOKEN,
    CLAIM,
    MESSAGE,
    /** Of the buffer: not taken yet. */
    WAITING,
    /** Of the buffer: taken, and not done. */
    TAKEN;

    String of(long run) {
        return "payonce:lab:{" + run + "}:" + name().toLowerCase(Locale.ROOT);
    }

    static String[] allOf(long run) {
        return Arrays.stream(values()).map(key -> key.of(run)).toArray(String[]::new);
    }
}
