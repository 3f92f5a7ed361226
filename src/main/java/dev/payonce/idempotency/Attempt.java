package dev.payonce.idempotency;

import dev.payonce.idempotency.Once.Kind;
import dev.payonce.value.Sha256;
import dev.payonce.value.Stopwatch;
import java.util.HexFormat;
import java.util.UUID;

/**
 * One keyed request on its way.
 *
 * @param fingerprint 32 bytes, equal for equal content
 * @param owner tells this request's claim in Redis from those of its twins
 * @param waiting for a twin, if there is one: runs since the request came
 * @param waited whether it has waited for a twin: then the twin's result is not a replay
 */
record Attempt(KeyedRequest request, byte[] fingerprint, String owner, Stopwatch waiting, boolean waited) {

    static Attempt of(KeyedRequest request, byte[] fingerprint) {
        return new Attempt(request, fingerprint, UUID.randomUUID().toString(), Stopwatch.start(), false);
    }

    Attempt afterWaiting() {
        return new Attempt(request, fingerprint, owner, waiting, true);
    }

    /** What another request's result is to this one. */
    Kind duplicate() {
        return waited ? Kind.SHARED : Kind.REPLAYED;
    }

    String fingerprintText() {
        return HexFormat.of().formatHex(fingerprint);
    }

    /** Scope and key, hashed: a key that a caller chose shows in no list of Redis keys and in no slow log. */
    String recordId() {
        return HexFormat.of().formatHex(Sha256.of(request.scope(), request.keyBytes()));
    }
}
