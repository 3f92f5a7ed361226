package dev.payonce.messaging;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.payonce.web.StrictBody;
import java.util.Base64;
import java.util.regex.Pattern;

/**
 * The bytes of a dead letter as an operator sees them: without the payment method and without what may be a card's number,
 * however broken the message is.
 *
 * @param encoding {@code text}, or {@code base64} for what is no UTF-8
 */
record ShownBody(String encoding, String body) {

    private static final Pattern PAYMENT_METHOD =
            Pattern.compile("(payment_?-?method\\W{1,8})[^\"',}\\s]+", Pattern.CASE_INSENSITIVE);

    private static final Pattern CARD_NUMBER = Pattern.compile("\\d(?:[ -]?\\d){12,18}");

    /** Byte for byte, so that neither pattern can be hidden by an encoding. */
    static ShownBody of(byte[] bytes) {
        String text = PAYMENT_METHOD.matcher(new String(bytes, ISO_8859_1)).replaceAll("$1***");
        byte[] masked = CARD_NUMBER.matcher(text).replaceAll("***").getBytes(ISO_8859_1);
        return StrictBody.isPlain(masked)
                ? new ShownBody("text", new String(masked, UTF_8))
                : new ShownBody("base64", Base64.getEncoder().encodeToString(masked));
    }
}
