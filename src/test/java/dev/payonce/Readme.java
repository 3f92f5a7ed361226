package dev.payonce;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** README.md, as far as a machine can hold it to its word. */
final class Readme {

    private static final Pattern STEP = Pattern.compile("```sh\\n(.*?)```\\n(?:```text\\n(.*?)```)?", Pattern.DOTALL);
    private static final Pattern SETTING =
            Pattern.compile("^\\| `(payonce\\.[a-z.-]+)` \\| (.*?) \\| .* \\|$", Pattern.MULTILINE);

    private static final Pattern SOURCE =
            Pattern.compile("`([a-z]+/[A-Z][A-Za-z]+|[A-Z][A-Za-z]+(?:Test|IT)|[a-z/]+/[a-z0-9_-]+\\.(?:lua|sql))[.`]");

    private static final Pattern CASE = Pattern.compile("^\\| (C\\d\\d) \\| .* \\| (.*) \\|$", Pattern.MULTILINE);

    private final String text;

    private Readme(String text) {
        this.text = text;
    }

    static Readme read() {
        try {
            return new Readme(Files.readString(Path.of("README.md")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Lines to paste, and what they print.
     *
     * @param shown {@code ...} stands for anything; empty where nothing is shown
     */
    record Step(String lines, String shown) {

        /** However many blanks; line ends of HTTP are the terminal's. */
        boolean isAnsweredBy(String printed) {
            String pattern = Pattern.quote(tidy(shown)).replace("...", "\\E.*\\Q");
            return tidy(printed).matches(pattern);
        }
    }

    /** Classes and scripts that are named: {@code payment/PayOrder}, {@code PaymentRaceTest}, {@code lua/consume_token.lua}. */
    List<String> sources() {
        return SOURCE.matcher(text)
                .results()
                .map(found -> found.group(1))
                .distinct()
                .toList();
    }

    /** The steps of the section with this title. */
    List<Step> steps(String title) {
        String section = text.split("\n## " + Pattern.quote(title) + "\n", 2)[1].split("\n## ", 2)[0];
        return STEP.matcher(section)
                .results()
                .map(found -> new Step(found.group(1), found.group(2) == null ? "" : found.group(2)))
                .toList();
    }

    /** A row of the table of settings. */
    record Setting(String name, String value) {}

    List<Setting> settings() {
        return SETTING.matcher(text)
                .results()
                .map(row -> new Setting(row.group(1), row.group(2)))
                .toList();
    }

    /** A row of the table of cases. */
    record Case(String number, List<String> tests) {}

    List<Case> cases() {
        return CASE.matcher(text)
                .results()
                .map(row -> new Case(
                        row.group(1), List.of(row.group(2).replace("`", "").split(", "))))
                .toList();
    }

    static String tidy(String text) {
        return text.lines().map(line -> line.strip().replaceAll("[ \t]+", " ")).collect(Collectors.joining("\n"));
    }
}
