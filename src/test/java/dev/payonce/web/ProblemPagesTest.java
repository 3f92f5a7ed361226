package dev.payonce.web;

import static io.restassured.RestAssured.given;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.matchesPattern;
import static org.hamcrest.Matchers.not;

import dev.payonce.testsupport.WithStores;
import io.quarkus.test.junit.QuarkusTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Whoever follows the type of a problem finds out what to do. */
@QuarkusTest
@WithStores
class ProblemPagesTest {

    @ParameterizedTest
    @EnumSource(ProblemType.class)
    void everyProblemHasAPage(ProblemType problem) {
        given().accept("text/html")
                .get(problem.page())
                .then()
                .statusCode(200)
                .contentType("text/html")
                .header("Content-Security-Policy", containsString("default-src 'none'"))
                .body(containsString("<code>" + problem + "</code>"))
                .body(containsString("<html lang=\"en\""))
                .body(not(containsString("<style")));
    }

    @ParameterizedTest
    @EnumSource(ProblemType.class)
    void aProblemIsCalledTheSameOnItsPageAndInAnswersAndHasAChineseName(ProblemType problem) {
        given().get(problem.page()).then().body(containsString("<h1>" + problem.title() + "</h1>"));
        given().header("Accept-Language", "zh")
                .get(problem.page())
                .then()
                .body(not(containsString(problem.title())))
                .body(matchesPattern("(?s).*<h1>[^<]*\\p{IsHan}[^<]*</h1>.*"));
    }

    @Test
    void theListLeadsToEachPage() {
        String list = given().get("/problems").then().statusCode(200).extract().asString();

        for (ProblemType problem : ProblemType.values()) {
            assertThat(list, containsString("href=\"" + problem.page() + "\""));
        }
    }
}
