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

    /** Up to where the value begins, behind what opens it if it is no bare word. */
    private static final Pattern PAYMENT_METHOD =
            Pattern.compile("payment_?-?method(?:\\W{1,100}?([\"'{\\[])|\\W{1,100})", Pattern.CASE_INSENSITIVE);

    private static final String ENDS = "\"',} \t\r\n";

    private static final Pattern CARD_NUMBER = Pattern.compile("\\d(?:[ -]?\\d){12,18}");

    /** Byte for byte, so that neither pattern can be hidden by an encoding. */
    static ShownBody of(byte[] bytes) {
        String text = SPELLED.matcher(new String(bytes, ISO_8859_1)).replaceAll(ShownBody::spelledOut);
        byte[] masked = CARD_NUMBER
                .matcher(withoutPaymentMethods(text))
                .replaceAll("***")
                .getBytes(ISO_8859_1);
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

    private static String withoutPaymentMethods(String text) {
        StringBuilder shown = new StringBuilder();
        Matcher found = PAYMENT_METHOD.matcher(text);
        int from = 0;
        while (found.find(from)) {
            shown.append(text, from, found.end()).append("***");
            from = endOfValue(text, found.end(), found.group(1));
        }
        return shown.append(text, from, text.length()).toString();
    }

    /** A payment method is a text: behind anything else no word of the message is shown. */
    private static int endOfValue(String text, int from, String opening) {
        if (opening == null) {
            return endOfWord(text, from);
        }
        boolean isText = opening.equals("\"") || opening.equals("'");
        return isText ? endOfText(text, from, opening.charAt(0)) : text.length();
    }

    private static int endOfWord(String text, int from) {
        int end = from;
        while (end < text.length() && ENDS.indexOf(text.charAt(end)) < 0) {
            end++;
        }
        return end;
    }

    /** At the quote that closes it, or where the broken message ends. */
    private static int endOfText(String text, int from, char quote) {
        int end = from;
        while (end < text.length() && text.charAt(end) != quote) {
            end += text.charAt(end) == '\\' ? 2 : 1;
        }
        return Math.min(end, text.length());
    }
}
