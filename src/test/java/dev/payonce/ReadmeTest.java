package dev.payonce;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.anyOf;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.everyItem;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.hasItems;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.in;
import static org.hamcrest.Matchers.nullValue;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.payonce.Readme.Setting;
import dev.payonce.Readme.Step;
import dev.payonce.testsupport.WithStores;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.config.SmallRyeConfig;
import jakarta.inject.Inject;
import java.io.IOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.eclipse.microprofile.config.spi.ConfigSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** README.md is true: its lines run as printed, and its settings and names are those of the code. */
@QuarkusTest
@WithStores
class ReadmeTest {

    private static final String DEMO = "payonce=http://127.0.0.1:8080\n";
    /** Printed between steps: no answer contains it. */
    private static final String END_OF_STEP = "\036";

    private static final int PATIENCE_SECONDS = 120;

    private static final Pattern COMMENT = Pattern.compile("/\\*\\*.*?\\*/", Pattern.DOTALL);
    private static final Pattern CASE = Pattern.compile("\\bC\\d\\d\\b");

    private final Readme readme = Readme.read();

    @TestHTTPResource("/")
    URL service;

    @Inject
    SmallRyeConfig config;

    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"bash", "sh"})
    void theWalkByCurlPrintsWhatIsShown(String shell) throws Exception {
        List<Step> steps = readme.steps("The walk by curl");

        List<String> printed = run(shell, steps);

        assertThat(printed, hasSize(steps.size()));
        for (int i = 0; i < steps.size(); i++) {
            String answer = printed.get(i);
            if (!steps.get(i).shown().isEmpty()) {
                assertTrue(steps.get(i).isAnsweredBy(answer), () -> "printed: " + answer);
            } else if (steps.get(i).lines().contains("xargs")) {
                assertHundredAnswers(answer);
            } else {
                assertThat(answer, equalTo(""));
            }
        }
    }

    /** As {@code uniq -c} counts the statuses. A machine that is too busy leaves it open, or says so. */
    private static void assertHundredAnswers(String printed) {
        List<String[]> counts =
                printed.lines().map(line -> line.strip().split(" ")).toList();
        List<String> statuses = counts.stream().map(count -> count[1]).toList();
        assertThat(statuses, everyItem(in(Set.of("200", "202", "409", "503"))));
        assertThat(counts.stream().mapToInt(count -> Integer.parseInt(count[0])).sum(), equalTo(100));
    }

    @Test
    void eachSettingHasTheDefaultThatIsPrinted() {
        for (Setting setting : readme.settings()) {
            String value = defaults().getValue(setting.name());

            assertThat(setting.name(), value, anyOf(nullValue(), equalTo(setting.value())));
        }
    }

    @Test
    void noSettingIsLeftOut() {
        Set<String> printed = readme.settings().stream().map(Setting::name).collect(Collectors.toSet());

        Set<String> all = defaults().getPropertyNames();

        assertThat(all, hasItem("payonce.pay.wait"));
        assertThat(
                "missing in README.md",
                all.stream()
                        .filter(name -> name.startsWith("payonce.") && !printed.contains(name))
                        .toList(),
                empty());
    }

    @Test
    void theSourcesThatAreNamedAreThere() throws IOException {
        List<String> named = readme.sources();

        assertThat(named, hasItems("payment/PayOrder", "ReadmeTest", "lua/record_outcome.lua"));
        try (Stream<Path> files = Files.walk(Path.of("src"))) {
            List<String> there = files.map(file -> "/" + file).toList();
            assertThat(named.stream().filter(name -> !isAmong(there, name)).toList(), empty());
        }
    }

    /** A test that is named for a case carries the number in a comment. */
    @Test
    void eachCaseIsInTheTestsThatAreNamed() throws IOException {
        Set<String> printed = new TreeSet<>();
        readme.cases().forEach(row -> row.tests().forEach(test -> printed.add(row.number() + " " + test)));

        Set<String> written = new TreeSet<>();
        try (Stream<Path> files = Files.walk(Path.of("src/test/java"))) {
            for (Path file : files.filter(ReadmeTest::isTest).toList()) {
                String test = file.getFileName().toString().replace(".java", "");
                COMMENT.matcher(Files.readString(file))
                        .results()
                        .flatMap(comment -> CASE.matcher(comment.group()).results())
                        .forEach(number -> written.add(number.group() + " " + test));
            }
        }

        assertThat(printed, hasItem("C04 CrashIT"));
        printed.removeAll(written);
        assertThat(printed, empty());
    }

    private static boolean isTest(Path file) {
        return file.toString().matches(".*(Test|IT)\\.java");
    }

    private static boolean isAmong(List<String> files, String name) {
        return files.stream().anyMatch(file -> file.endsWith("/" + name) || file.endsWith("/" + name + ".java"));
    }

    /** The defaults of the mappings; an optional setting is not among them, nor a default at an injection point. */
    private ConfigSource defaults() {
        return StreamSupport.stream(config.getConfigSources().spliterator(), false)
                .filter(source -> source.getName().equals("DefaultValuesConfigSource"))
                .findFirst()
                .orElseThrow();
    }

    /** What each step printed; the lines are the README's but for the address of the service. */
    private List<String> run(String shell, List<Step> steps) throws IOException, InterruptedException {
        String lines =
                steps.stream().map(step -> step.lines() + "printf '\\036'\n").collect(Collectors.joining());
        assertThat(lines, containsString(DEMO));
        Path script = directory.resolve("walk.sh");
        Files.writeString(script, lines.replace(DEMO, "payonce=http://127.0.0.1:" + service.getPort() + "\n"));
        Path output = directory.resolve("printed");
        Path errors = directory.resolve("errors");
        Process process = new ProcessBuilder(shell, "-eu", script.toString())
                .redirectOutput(output.toFile())
                .redirectError(errors.toFile())
                .start();
        boolean ended = process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
        process.destroyForcibly();
        String printed = Files.readString(output);
        assertTrue(ended && process.exitValue() == 0, () -> "the walk broke off after: " + printed + errors(errors));
        assertThat(errors(errors), equalTo(""));
        return List.of(printed.split(END_OF_STEP, -1)).subList(0, steps.size());
    }

    private static String errors(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
