package dev.payonce.hostile;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.payonce.testsupport.RawHttp;
import dev.payonce.testsupport.RawHttp.Answer;
import java.io.IOException;
import java.io.UncheckedIOException;

/** {@code POST /pay} as fast as one connection can. */
final class PayAttempts implements AutoCloseable {

    private final RawHttp http;
    private final String bearer;

    PayAttempts(int port, String bearer) {
        this.http = new RawHttp(port);
        this.bearer = bearer;
    }

    /** @param token as it is to stand in the JSON text */
    Answer pay(String token) {
        byte[] body = ("{\"token\":\"" + token + "\",\"paymentMethod\":\"pm_ok\"}").getBytes(UTF_8);
        String head = "POST /pay HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + bearer
                + "\r\nContent-Type: application/json\r\nContent-Length: " + body.length + "\r\n\r\n";
        byte[] request = new byte[head.length() + body.length];
        System.arraycopy(head.getBytes(UTF_8), 0, request, 0, head.length());
        System.arraycopy(body, 0, request, head.length(), body.length);
        try {
            return http.send("POST", request);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Whether it was told to be no token, or not even the text of one. */
    boolean isRefused(String token) {
        Answer answer = pay(token);
        return answer.status() == 400 && answer.text().contains("\"code\":\"TOKEN_INVALID\"");
    }

    @Override
    public void close() {
        http.close();
    }
}
