package dev.payonce.web;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every page says the same in each of its languages. */
class PageTextsTest {

    private static final Path MESSAGES = Path.of("src/main/resources/messages");
    private static final Pattern SLOT = Pattern.compile("\\[\\w+]");

    static List<String> bundles() throws IOException {
        try (Stream<Path> files = Files.list(MESSAGES)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith("_en.properties"))
                    .map(name -> name.replace("_en.properties", ""))
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("bundles")
    void eachTextIsThereInChineseTooWithTheSameSlots(String bundle) throws IOException {
        Map<String, String> english = texts(bundle + "_en");
        Map<String, String> chinese = texts(bundle + "_zh");

        assertThat(english.isEmpty(), is(false));
        assertThat(List.copyOf(chinese.keySet()), equalTo(List.copyOf(english.keySet())));
        english.forEach((key, text) -> assertThat(key, slots(chinese.get(key)), equalTo(slots(text))));
    }

    /** A text is put into attributes as well, and is never markup. */
    @ParameterizedTest
    @MethodSource("bundles")
    void noTextIsMarkup(String bundle) throws IOException {
        for (String language : List.of("_en", "_zh")) {
            String all = Files.readString(MESSAGES.resolve(bundle + language + ".properties"));

            assertThat(all, not(containsString("<")));
            assertThat(all, not(containsString("\"")));
        }
    }

    private static Map<String, String> texts(String file) throws IOException {
        Map<String, String> texts = new LinkedHashMap<>();
        for (String line : Files.readAllLines(MESSAGES.resolve(file + ".properties"))) {
            if (!line.startsWith("#") && line.contains("=")) {
                String[] text = line.split("=", 2);
                texts.put(text[0], text[1]);
            }
        }
        return texts;
    }

    private static List<String> slots(String text) {
        return SLOT.matcher(text)
                .results()
                .map(found -> found.group())
                .sorted()
                .distinct()
                .toList();
    }
}
