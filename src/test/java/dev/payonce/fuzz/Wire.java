package dev.payonce.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.payonce.testsupport.GatewayEvents;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Puts a request into bytes. */
final class Wire {

    private static final String SIGNATURE = "@signature:0@";

    private final Things things;
    private final Map<String, String> bearers;

    Wire(Things things, Map<String, String> bearers) {
        this.things = things;
        this.bearers = bearers;
    }

    byte[] bytes(FuzzRequest request) {
        UnaryOperator<String> naming = things.of(request.sender());
        byte[] body = request.bodyBytes(naming);
        List<String> lines = new ArrayList<>();
        lines.add(request.method() + " " + naming.apply(request.target()) + " " + request.version());
        if (!request.says("Host")) {
            lines.add("Host: localhost");
        }
        if (request.sender() != null && !request.says("Authorization")) {
            lines.add("Authorization: Bearer " + bearers.get(request.sender()));
        }
        request.headers().stream()
                .filter(line -> !line.contains(SIGNATURE))
                .map(naming)
                .forEach(lines::add);
        if (request.headers().stream().anyMatch(line -> line.contains(SIGNATURE))) {
            lines.add("webhook-signature: v1," + signature(lines, body));
        }
        if ((request.body() != null || body.length > 0)
                && !request.says("Content-Length")
                && !request.says("Transfer-Encoding")) {
            lines.add("Content-Length: " + body.length);
        }
        return joined((String.join("\r\n", lines) + "\r\n\r\n").getBytes(UTF_8), body);
    }

    private static String signature(List<String> lines, byte[] body) {
        return GatewayEvents.sign(
                value(lines, "webhook-id"), value(lines, "webhook-timestamp"), new String(body, UTF_8));
    }

    private static String value(List<String> lines, String header) {
        return lines.stream()
                .filter(line -> line.startsWith(header + ": "))
                .map(line -> line.substring(header.length() + 2))
                .findFirst()
                .orElse("");
    }

    private static byte[] joined(byte[] head, byte[] body) {
        byte[] all = Arrays.copyOf(head, head.length + body.length);
        System.arraycopy(body, 0, all, head.length, body.length);
        return all;
    }
}
