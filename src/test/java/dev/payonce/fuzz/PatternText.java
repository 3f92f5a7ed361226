package dev.payonce.fuzz;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/** Texts that match one of the contract's patterns: letters and classes of them, each with how often it comes. */
final class PatternText {

    private static final Pattern PART = Pattern.compile("(?:\\[([^]]+)]|([^\\[{]))(?:\\{(\\d+)(?:,(\\d+))?})?");

    private PatternText() {}

    static Arbitrary<String> of(String pattern) {
        String inner = pattern.replaceAll("^\\^|\\$$", "");
        List<Arbitrary<String>> parts = new ArrayList<>();
        Matcher part = PART.matcher(inner);
        int end = 0;
        while (part.find() && part.start() == end) {
            parts.add(part(part));
            end = part.end();
        }
        if (end < inner.length()) {
            throw new IllegalArgumentException("no text can be made for the pattern " + pattern);
        }
        return Combinators.combine(parts).as(texts -> String.join("", texts));
    }

    private static Arbitrary<String> part(Matcher part) {
        char[] letters = part.group(1) == null ? part.group(2).toCharArray() : letters(part.group(1));
        int least = part.group(3) == null ? 1 : Integer.parseInt(part.group(3));
        int most = part.group(4) == null ? least : Integer.parseInt(part.group(4));
        return Arbitraries.strings().withChars(letters).ofMinLength(least).ofMaxLength(most);
    }

    private static char[] letters(String ranges) {
        StringBuilder letters = new StringBuilder();
        for (int i = 0; i < ranges.length(); i++) {
            boolean range = i + 2 < ranges.length() && ranges.charAt(i + 1) == '-';
            char last = range ? ranges.charAt(i + 2) : ranges.charAt(i);
            for (char one = ranges.charAt(i); one <= last; one++) {
                letters.append(one);
            }
            i += range ? 2 : 0;
        }
        return letters.toString().toCharArray();
    }
}
