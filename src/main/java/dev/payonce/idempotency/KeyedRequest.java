package dev.payonce.idempotency;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.payonce.value.Sha256;

/**
 * A request that its caller wants to take effect once.
 *
 * @param caller the subject; keys of different callers have nothing to do with each other
 * @param operation method and path: the same key elsewhere is another key
 * @param key as the caller chose it
 * @param content the parsed body, so that field order and white space do not matter
 */
public record KeyedRequest(String caller, String operation, String key, Object content) {

    /** Caller and operation, hashed. */
    public byte[] scope() {
        return Sha256.of((operation + "\n" + caller).getBytes(UTF_8));
    }

    public byte[] keyBytes() {
        return key.getBytes(UTF_8);
    }

    /** Neither key nor content: they are the caller's own. */
    @Override
    public String toString() {
        return "KeyedRequest[" + operation + "]";
    }
}
