package dev.payonce.sandbox;

import java.util.Optional;

/**
 * What became of a charge or refund.
 *
 * @param entry what was booked, now or earlier under the same key; null if nothing was
 * @param outcome what becomes of the answer
 * @param refusal why it was not tried; null if it was
 */
record SandboxResult(SandboxEntry entry, SandboxOutcome outcome, boolean isReplay, SandboxRefusal refusal) {

    static SandboxResult done(Optional<SandboxEntry> entry, SandboxOutcome outcome) {
        return new SandboxResult(entry.orElse(null), outcome, false, null);
    }

    static SandboxResult refused(SandboxRefusal refusal) {
        return new SandboxResult(null, SandboxOutcome.APPROVE, false, refusal);
    }

    /** The same for a repeat: what is booked goes through the fault in force, what is not ends as it did. */
    SandboxResult replayed(SandboxOutcome inForce) {
        return new SandboxResult(entry, entry == null ? outcome : inForce, true, refusal);
    }

    /** How the ledger tells the end of the call. */
    String ended() {
        if (refusal != null) {
            return "refused";
        }
        if (!outcome.isPlain()) {
            return outcome.text();
        }
        return isReplay ? "replayed" : entry.status();
    }
}
