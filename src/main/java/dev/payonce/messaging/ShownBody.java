package dev.payonce.messaging;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.payonce.web.StrictBody;
import java.util.Base64;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The bytes of a dead letter as an operator sees them: without the payment method and without what may be a card's number,
 * however broken the message is.
 *
 * @param encoding {@code text}, or {@code base64} for what is no UTF-8
 */
record ShownBody(String encoding, String body) {

    /** A letter, digit or mark that JSON may spell by its number. */
    private static final Pattern SPELLED = Pattern.compile("\\\\u00([2-7][0-9a-fA-F])");

    private static final String NAME = "payment_?-?method\\W{1,8}";

    /** A value in quotes to its end, another one to where the next begins. */
    private static final Pattern PAYMENT_METHOD = Pattern.compile(
            "(" + NAME + "?([\"']))(?:\\\\.|(?!\\2)[^\\\\])*|(" + NAME + ")[^\"',}\\s]+",
            Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

    private static final Pattern CARD_NUMBER = Pattern.compile("\\d(?:[ -]?\\d){12,18}");

    /** Byte for byte, so that neither pattern can be hidden by an encoding. */
    static ShownBody of(byte[] bytes) {
        String text = SPELLED.matcher(new String(bytes, ISO_8859_1)).replaceAll(ShownBody::spelledOut);
        String withoutMethod = PAYMENT_METHOD.matcher(text).replaceAll("$1$3***");
        byte[] masked = CARD_NUMBER.matcher(withoutMethod).replaceAll("***").getBytes(ISO_8859_1);
        return StrictBody.isPlain(masked)
                ? new ShownBody("text", new String(masked, UTF_8))
                : new ShownBody("base64", Base64.getEncoder().encodeToString(masked));
    }

    /** Quotes and backslashes stay as they are spelled: they would end the text that they are in. */
    private static String spelledOut(MatchResult spelled) {
        char meant = (char) Integer.parseInt(spelled.group(1), 16);
        boolean plain = Character.isLetterOrDigit(meant) || meant == '_' || meant == '-';
        return Matcher.quoteReplacement(plain ? String.valueOf(meant) : spelled.group());
    }
}
