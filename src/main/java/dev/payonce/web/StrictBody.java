package dev.payonce.web;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.quarkus.vertx.http.runtime.CurrentVertxRequest;
import io.vertx.core.buffer.Buffer;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.ext.Provider;
import jakarta.ws.rs.ext.ReaderInterceptor;
import jakarta.ws.rs.ext.ReaderInterceptorContext;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;

/** Lets only plain UTF-8 bodies through to the JSON reader: no other encoding, no byte order mark, not compressed. */
@Provider
public class StrictBody implements ReaderInterceptor {

    private final CurrentVertxRequest request;

    StrictBody(CurrentVertxRequest request) {
        this.request = request;
    }

    @Override
    public Object aroundReadFrom(ReaderInterceptorContext body) throws IOException {
        checkType(body.getHeaders().getFirst(HttpHeaders.CONTENT_TYPE));
        checkCoding(body.getHeaders().getFirst(HttpHeaders.CONTENT_ENCODING));
        byte[] bytes = bytes();
        checkBytes(bytes);
        body.setInputStream(new ByteArrayInputStream(bytes));
        Object value = body.proceed();
        if (value == null) {
            throw new BodyRefused(ProblemType.INVALID_REQUEST, "The body is empty or null.");
        }
        return value;
    }

    /** As {@link BodyReader} has read them; empty for a request without a body. */
    private byte[] bytes() {
        Buffer body = request.getCurrent().body().buffer();
        return body == null ? new byte[0] : body.getBytes();
    }

    private static void checkType(String type) {
        if (type == null) {
            throw new BodyRefused(ProblemType.UNSUPPORTED_MEDIA_TYPE, "Content-Type is missing.");
        }
        String charset = charset(type);
        if (charset != null && !charset.equalsIgnoreCase("utf-8")) {
            throw new BodyRefused(ProblemType.UNSUPPORTED_MEDIA_TYPE, "The charset must be utf-8.");
        }
    }

    private static String charset(String type) {
        try {
            return MediaType.valueOf(type).getParameters().get(MediaType.CHARSET_PARAMETER);
        } catch (IllegalArgumentException malformed) {
            throw new BodyRefused(ProblemType.UNSUPPORTED_MEDIA_TYPE, "Content-Type is no media type (RFC 9110, 8.3).");
        }
    }

    private static void checkCoding(String coding) {
        if (coding != null && !coding.equalsIgnoreCase("identity")) {
            throw new BodyRefused(ProblemType.UNSUPPORTED_MEDIA_TYPE, "The body must not be compressed.");
        }
    }

    private static void checkBytes(byte[] bytes) {
        if (!isPlain(bytes)) {
            throw new BodyRefused(
                    ProblemType.INVALID_REQUEST, "The body must be UTF-8 without a byte order mark (RFC 8259, 8.1).");
        }
    }

    /** Whether the bytes are UTF-8 without a byte order mark, and no other encoding of JSON in disguise. */
    public static boolean isPlain(byte[] bytes) {
        return isUtf8(bytes) && !startsWithByteOrderMark(bytes) && !hasNul(bytes);
    }

    private static boolean isUtf8(byte[] bytes) {
        try {
            UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
            return true;
        } catch (CharacterCodingException other) {
            return false;
        }
    }

    private static boolean startsWithByteOrderMark(byte[] bytes) {
        return bytes.length >= 3 && bytes[0] == (byte) 0xEF && bytes[1] == (byte) 0xBB && bytes[2] == (byte) 0xBF;
    }

    /** JSON in UTF-16 or UTF-32 without a mark is valid UTF-8 too, with a zero in every other byte. */
    private static boolean hasNul(byte[] bytes) {
        for (byte one : bytes) {
            if (one == 0) {
                return true;
            }
        }
        return false;
    }
}
