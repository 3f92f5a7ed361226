package dev.payonce.messaging;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.payonce.messaging.Outcome.Dead;
import dev.payonce.value.Sha256;

/**
 * A message that could be read.
 *
 * @param id as its sender chose it: 1 to 255 bytes of UTF-8, compared exactly
 */
record Message(String id, Command command) {

    static final int MAX_ID_BYTES = 255;

    byte[] idBytes() {
        return id.getBytes(UTF_8);
    }

    /** 32 bytes that are equal for equal content. The id keeps equal payment methods from having equal fingerprints. */
    byte[] fingerprint() {
        String content = String.join("\n", command.content());
        return Sha256.of((content + "\n").getBytes(UTF_8), idBytes());
    }

    Dead dead(DeadReason reason, String detail) {
        return new Dead(id, reason, detail);
    }

    Dead reused() {
        return dead(DeadReason.MESSAGE_ID_REUSED, "another message with this id has been handled");
    }

    @Override
    public String toString() {
        return "Message[" + command + "]";
    }
}
