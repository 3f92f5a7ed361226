package dev.payonce.limit;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.payonce.value.Sha256;
import java.util.HexFormat;

/**
 * One use of what is limited.
 *
 * @param of who or what it is counted for: a caller, an order, an address
 */
public record Use(Limit limit, String of) {

    private static final int BYTES_KEPT = 16;

    /** Hashed: callers choose no names in Redis, and Redis need not know who they are. */
    String counter() {
        byte[] hash = Sha256.of((limit.name() + "\n" + of).getBytes(UTF_8));
        return "payonce:{" + HexFormat.of().formatHex(hash, 0, BYTES_KEPT) + "}:" + limit.label();
    }
}
