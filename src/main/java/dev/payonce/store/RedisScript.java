package dev.payonce.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * A Lua script and the digest that Redis knows it by.
 *
 * @param name for metrics and messages
 */
public record RedisScript(String name, String source, String sha1) {

    /** Reads {@code lua/<name>.lua} from the class path. */
    public static RedisScript load(String name) {
        try (InputStream file = RedisScript.class.getResourceAsStream("/lua/" + name + ".lua")) {
            byte[] source = file.readAllBytes();
            byte[] digest = MessageDigest.getInstance("SHA-1").digest(source);
            return new RedisScript(
                    name, new String(source, UTF_8), HexFormat.of().formatHex(digest));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
