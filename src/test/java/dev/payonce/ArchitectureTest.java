package dev.payonce;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.simpleNameEndingWith;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.is;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import jakarta.annotation.security.PermitAll;
import jakarta.annotation.security.RolesAllowed;
import jakarta.persistence.EntityManager;
import jakarta.ws.rs.HttpMethod;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The shape of the code: features in packages, arrows one way, HTTP at the edges. */
class ArchitectureTest {

    private static final String ROOT = "dev.payonce.";
    private static final Path SOURCES = Path.of("src/main/java/dev/payonce");
    private static final Pattern IMPORT = Pattern.compile("import (?:static )?dev\\.payonce\\.([a-z]+)\\.");
    private static final Pattern WORD = Pattern.compile("\\{@code[\\s*]+([a-z]+)}");

    private static final JavaClasses CODE = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("dev.payonce");

    /** Each package and those that it may use; the {@code package-info}s say the same in words. */
    private static final Map<String, Set<String>> MAY_USE = Map.ofEntries(
            Map.entry("value", Set.of()),
            Map.entry("web", Set.of("value")),
            Map.entry("store", Set.of("value", "web")),
            Map.entry("idempotency", Set.of("value", "store")),
            Map.entry("audit", Set.of("value", "web", "store")),
            Map.entry("stock", Set.of("value", "web", "store")),
            Map.entry("order", Set.of("value", "web", "store", "idempotency", "stock")),
            Map.entry("token", Set.of("value", "store")),
            Map.entry("gateway", Set.of("value")),
            Map.entry("limit", Set.of("value", "store")),
            Map.entry("payment", Set.of("value", "web", "store", "limit", "stock", "order", "token", "gateway")),
            Map.entry("refund", Set.of("value", "web", "store", "idempotency", "stock", "order", "gateway", "payment")),
            Map.entry("events", Set.of("value", "web", "store", "order")),
            Map.entry("stream", Set.of("value", "web", "store", "order")),
            Map.entry("webhook", Set.of("value", "web", "store", "token", "events")),
            Map.entry("recovery", Set.of("value", "web", "store", "gateway", "payment", "refund")),
            Map.entry("messaging", Set.of("value", "web", "store", "stock", "order", "token", "payment", "events")),
            Map.entry("buffer", Set.of("value", "store", "gateway", "payment")),
            Map.entry("health", Set.of("store")),
            Map.entry("checkout", Set.of("web")),
            Map.entry("sandbox", Set.of("web")),
            Map.entry("embedded", Set.of()),
            Map.entry("console", Set.of("value", "web", "store")),
            Map.entry("lab", Set.of("value", "web", "store", "token")));

    static Set<String> packages() {
        return CODE.stream()
                .map(JavaClass::getPackageName)
                .filter(name -> name.startsWith(ROOT))
                .map(name -> name.substring(ROOT.length()))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void everyPackageHasItsArrows() {
        Set<String> without = packages();

        without.removeAll(MAY_USE.keySet());

        assertThat(without, is(empty()));
    }

    @ParameterizedTest
    @MethodSource("packages")
    void arrowsRunOneWay(String feature) {
        String[] allowed = Stream.concat(Stream.of(feature), MAY_USE.get(feature).stream())
                .map(ArchitectureTest::name)
                .toArray(String[]::new);

        noClasses()
                .that()
                .resideInAPackage(name(feature))
                .should()
                .dependOnClassesThat(resideInAPackage("dev.payonce..").and(not(resideInAnyPackage(allowed))))
                .check(CODE);
    }

    /** An arrow that nothing needs is a door left open. Read from the sources: in classes a constant leaves no trace. */
    @ParameterizedTest
    @MethodSource("packages")
    void theArrowsAreThoseOfTheImports(String feature) throws IOException {
        Set<String> imported = new TreeSet<>();
        try (Stream<Path> sources = Files.list(SOURCES.resolve(feature))) {
            for (Path source : sources.toList()) {
                imported.addAll(matches(IMPORT, Files.readString(source)));
            }
        }

        imported.remove(feature);

        assertThat(imported, equalTo(MAY_USE.get(feature)));
    }

    /** What a {@code package-info} says in words: {@code Uses {@code value} and {@code web}.} */
    @ParameterizedTest
    @MethodSource("packages")
    void thePackageSaysWhatItUses(String feature) throws IOException {
        String words = Files.readString(SOURCES.resolve(feature).resolve("package-info.java"));

        Set<String> named = matches(WORD, words.substring(Math.max(0, words.lastIndexOf("Uses"))));

        assertThat(named, equalTo(MAY_USE.get(feature)));
    }

    private static Set<String> matches(Pattern pattern, String text) {
        return pattern.matcher(text)
                .results()
                .map(found -> found.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void packagesFormNoCycle() {
        slices().matching("dev.payonce.(*)..").should().beFreeOfCycles().check(CODE);
    }

    @Test
    void httpStaysAtTheEdges() {
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.payonce.web")
                .and(not(simpleNameEndingWith("Resource")))
                .and(not(simpleNameEndingWith("Answers")))
                .and(not(simpleNameEndingWith("Answer")))
                .should()
                .dependOnClassesThat(resideInAnyPackage("jakarta.ws.rs..", "org.jboss.resteasy.reactive.."))
                .check(CODE);
    }

    @Test
    void everyOperationSaysWhoMayCallIt() {
        methods()
                .that()
                .areMetaAnnotatedWith(HttpMethod.class)
                .should()
                .beAnnotatedWith(RolesAllowed.class)
                .orShould()
                .beAnnotatedWith(PermitAll.class)
                .orShould()
                .beDeclaredInClassesThat()
                .areAnnotatedWith(RolesAllowed.class)
                .orShould()
                .beDeclaredInClassesThat()
                .areAnnotatedWith(PermitAll.class)
                .check(CODE);
    }

    @Test
    void resourcesAreNotCalledByOthers() {
        classes()
                .that()
                .haveSimpleNameEndingWith("Resource")
                .should()
                .onlyHaveDependentClassesThat(simpleNameEndingWith("Resource").or(nestedInAResource()))
                .check(CODE);
    }

    @Test
    void whoReadsTheInstancesClockIsGivenIt() {
        noClasses()
                .should()
                .callMethod(Instant.class, "now")
                .orShould()
                .callMethod(System.class, "currentTimeMillis")
                .check(CODE);
    }

    /** Instances' own clocks may be wrong: what may start, expires or is due is decided by the stores' clocks. */
    @Test
    void noDeadlineIsAnInstances() {
        noClasses()
                .that()
                .resideInAnyPackage(name("token"), name("order"), name("stock"), name("payment"), name("refund"))
                .or()
                .resideInAnyPackage(name("recovery"), name("idempotency"), name("buffer"), name("messaging"))
                .should()
                .dependOnClassesThat()
                .areAssignableTo(Clock.class)
                .check(CODE);
    }

    /** Hibernate 7.2 plans a native query with a class anew each time, and keeps each plan: their keys are never equal. */
    @Test
    void nativeQueriesNameNoClass() {
        noClasses()
                .should()
                .callMethod(EntityManager.class, "createNativeQuery", String.class, Class.class)
                .check(CODE);
    }

    @Test
    void namesThatSayNothingAreNotUsed() {
        List<String> nameless = CODE.stream()
                .map(JavaClass::getPackageName)
                .filter(name -> name.matches(".*\\.(service|dto|util|impl|common)(\\..*)?"))
                .toList();

        assertThat(nameless, equalTo(List.of()));
    }

    private static DescribedPredicate<JavaClass> nestedInAResource() {
        return DescribedPredicate.describe(
                "nested in a resource", type -> type.getName().contains("Resource$"));
    }

    private static String name(String feature) {
        return ROOT + feature;
    }
}
