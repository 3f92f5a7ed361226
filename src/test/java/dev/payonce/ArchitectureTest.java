package dev.payonce;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.simpleNameEndingWith;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
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
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The shape of the code: features in packages, arrows one way, HTTP at the edges. */
class ArchitectureTest {

    private static final String ROOT = "dev.payonce.";

    private static final JavaClasses CODE = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("dev.payonce");

    /** Each package and those that it may use; the {@code package-info}s say the same in words. */
    private static final Map<String, Set<String>> MAY_USE = Map.ofEntries(
            Map.entry("value", Set.of()),
            Map.entry("web", Set.of("value")),
            Map.entry("store", Set.of("value", "web")),
            Map.entry("idempotency", Set.of("value", "web", "store")),
            Map.entry("stock", Set.of("value", "web", "store", "idempotency")),
            Map.entry("order", Set.of("value", "web", "store", "idempotency", "stock")),
            Map.entry("token", Set.of("value", "web", "store")),
            Map.entry("gateway", Set.of("value", "web")),
            Map.entry("payment", Set.of("value", "web", "store", "idempotency", "stock", "order", "token", "gateway")),
            Map.entry(
                    "refund",
                    Set.of("value", "web", "store", "idempotency", "stock", "order", "token", "gateway", "payment")),
            Map.entry(
                    "recovery",
                    Set.of(
                            "value",
                            "web",
                            "store",
                            "idempotency",
                            "stock",
                            "order",
                            "token",
                            "gateway",
                            "payment",
                            "refund")),
            Map.entry("health", Set.of("value", "web", "store")),
            Map.entry("sandbox", Set.of("value", "web")));

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
    void resourcesAreNotCalledByOthers() {
        classes()
                .that()
                .haveSimpleNameEndingWith("Resource")
                .should()
                .onlyHaveDependentClassesThat(simpleNameEndingWith("Resource").or(nestedInAResource()))
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
