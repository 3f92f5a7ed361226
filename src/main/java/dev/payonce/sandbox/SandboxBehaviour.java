package dev.payonce.sandbox;

import io.vertx.core.json.JsonObject;
import java.util.Optional;
import java.util.Set;

/**
 * How the gateway treats the charges and refunds that arrive from now on. It is kept in memory: a restart brings the
 * defaults back.
 *
 * @param delayBeforeMillis waited before a charge or refund is booked
 * @param delayAfterMillis waited between booking and answering
 * @param honourKeys whether a repeated key repeats the recorded answer; if not, every call books anew
 * @param lookup whether look-ups are answered; if not, they get 503
 */
record SandboxBehaviour(
        long delayBeforeMillis, long delayAfterMillis, SandboxOutcome outcome, boolean honourKeys, boolean lookup) {

    static final SandboxBehaviour DEFAULT = new SandboxBehaviour(0, 0, SandboxOutcome.APPROVE, true, true);

    private static final long LONGEST_DELAY_MILLIS = 600_000;
    private static final Set<String> FIELDS =
            Set.of("delayBeforeMillis", "delayAfterMillis", "outcome", "honourKeys", "lookup");

    /** Says what is wrong with the JSON of a behaviour, if anything. */
    static Optional<String> fault(JsonObject json) {
        if (!FIELDS.containsAll(json.fieldNames())) {
            return Optional.of("the fields are "
                    + String.join(", ", FIELDS.stream().sorted().toList()));
        }
        if (!isDelay(json.getValue("delayBeforeMillis")) || !isDelay(json.getValue("delayAfterMillis"))) {
            return Optional.of("a delay is a whole number from 0 to " + LONGEST_DELAY_MILLIS);
        }
        Object outcome = json.getValue("outcome");
        if (outcome != null && SandboxOutcome.ofText(outcome).isEmpty()) {
            return Optional.of("no such outcome");
        }
        return isFlag(json.getValue("honourKeys")) && isFlag(json.getValue("lookup"))
                ? Optional.empty()
                : Optional.of("honourKeys and lookup are true or false");
    }

    /** Reads a behaviour in which {@link #fault} found nothing; what is absent or null has its default. */
    static SandboxBehaviour of(JsonObject json) {
        return new SandboxBehaviour(
                delay(json.getValue("delayBeforeMillis")),
                delay(json.getValue("delayAfterMillis")),
                SandboxOutcome.ofText(json.getValue("outcome")).orElse(DEFAULT.outcome),
                flag(json.getValue("honourKeys"), DEFAULT.honourKeys),
                flag(json.getValue("lookup"), DEFAULT.lookup));
    }

    JsonObject toJson() {
        return new JsonObject()
                .put("delayBeforeMillis", delayBeforeMillis)
                .put("delayAfterMillis", delayAfterMillis)
                .put("outcome", outcome.text())
                .put("honourKeys", honourKeys)
                .put("lookup", lookup);
    }

    private static boolean isDelay(Object value) {
        return value == null || value instanceof Integer millis && millis >= 0 && millis <= LONGEST_DELAY_MILLIS;
    }

    private static long delay(Object value) {
        return value instanceof Integer millis ? millis : 0;
    }

    private static boolean isFlag(Object value) {
        return value == null || value instanceof Boolean;
    }

    private static boolean flag(Object value, boolean absent) {
        return value instanceof Boolean flag ? flag : absent;
    }
}
