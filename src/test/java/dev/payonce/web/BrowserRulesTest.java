package dev.payonce.web;

import static io.restassured.RestAssured.given;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.allOf;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItems;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.nullValue;
import static org.hamcrest.Matchers.startsWith;

import dev.payonce.testsupport.Contract;
import dev.payonce.testsupport.ContractOperation;
import dev.payonce.testsupport.WithStores;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.http.Header;
import io.restassured.response.Response;
import io.swagger.v3.oas.models.responses.ApiResponse;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What browsers are told with each answer: pages run our own files alone, data nothing; nobody frames, sniffs or is told cookies. */
@QuarkusTest
@WithStores
class BrowserRulesTest {

    private static final String ELSEWHERE = "https://elsewhere.example";

    static Stream<ContractOperation> all() {
        return Contract.operations().stream();
    }

    /** Those of the contract, and the one that is Quarkus's. */
    static Stream<String> pages() {
        Stream<String> ours = all().filter(BrowserRulesTest::isPage)
                .map(operation -> operation.template().startsWith("/problems")
                        ? operation.at(ProblemType.TOKEN_EXPIRED.name())
                        : ValidCall.path(operation));
        return Stream.concat(ours, Stream.of("/q/swagger-ui", "/q/swagger-ui/"));
    }

    private static boolean isPage(ContractOperation operation) {
        ApiResponse shown = operation.description().getResponses().get("200");
        if (shown != null && shown.get$ref() != null) {
            shown = Contract.parsed()
                    .getComponents()
                    .getResponses()
                    .get(shown.get$ref().replaceFirst(".*/", ""));
        }
        return operation.method().equals("GET")
                && shown != null
                && shown.getContent() != null
                && shown.getContent().containsKey("text/html");
    }

    @Test
    void thePagesAreFound() {
        assertThat(
                pages().toList(),
                hasItems("/", "/checkout/ord_" + ValidCall.NOT_THERE, "/console", "/lab", "/problems"));
    }

    @ParameterizedTest
    @MethodSource("pages")
    void aPageRunsAndLoadsOurOwnFilesAlone(String path) {
        Response page = given().accept("text/html").get(path);

        assertThat(page.statusCode(), is(200));
        assertThat(page.contentType(), startsWith("text/html"));
        assertThat(
                page.headers().getValues("Content-Security-Policy"),
                equalTo(List.of(page.header("Content-Security-Policy"))));
        assertThat(
                page.header("Content-Security-Policy"),
                allOf(
                        startsWith("default-src 'none'; script-src 'self'; connect-src 'self';"),
                        containsString("style-src 'self'"),
                        containsString("base-uri 'none'; form-action 'none'; frame-ancestors 'none';"),
                        not(containsString("unsafe")),
                        not(containsString("http"))));
        assertThat(page.asString(), not(containsString(" style=")));
        assertThat(page.asString(), not(containsString("<style")));
        assertThat(
                page.asString().replaceAll("<script (type=\"module\" )?src=\"/[a-z/-]+\\.js\"></script>", ""),
                not(containsString("<script")));
        keepsTheCommonRules(page);
    }

    @Test
    void onOurOwnPagesNoTextBecomesMarkup() {
        List<String> lax = pages().filter(path -> !path.startsWith("/q/"))
                .filter(path -> !given().get(path)
                        .header("Content-Security-Policy")
                        .contains("require-trusted-types-for 'script'; trusted-types 'none'"))
                .toList();

        assertThat(lax, is(empty()));
    }

    @ParameterizedTest
    @MethodSource("all")
    void everyOtherAnswerRunsAndLoadsNothing(ContractOperation operation) {
        Response answer = given().request(operation.method(), ValidCall.path(operation));

        if (!String.valueOf(answer.contentType()).startsWith("text/html")) {
            assertThat(answer.header("Content-Security-Policy"), equalTo(BrowserRules.DATA));
        }
        keepsTheCommonRules(answer);
    }

    @ParameterizedTest
    @MethodSource("files")
    void aFileThatIsLookedAtByItselfRunsAndLoadsNothing(String path) {
        Response file = given().get(path);

        assertThat(file.header("Content-Security-Policy"), equalTo(BrowserRules.DATA));
        keepsTheCommonRules(file);
    }

    static List<String> files() {
        return List.of(
                "/payonce.js", "/ui/page.css", "/ui/icon.svg", "/q/health", "/q/metrics", "/q/openapi", "/nothing");
    }

    private static void keepsTheCommonRules(Response answer) {
        assertThat(answer.header("X-Frame-Options"), equalTo("DENY"));
        assertThat(answer.header("X-Content-Type-Options"), equalTo("nosniff"));
        assertThat(answer.header("Referrer-Policy"), equalTo("no-referrer"));
        assertThat(answer.header("Strict-Transport-Security"), is(nullValue()));
        assertThat(answer.header("Set-Cookie"), is(nullValue()));
    }

    @Test
    void whatAProxyIsSaidToHaveSeenIsNotBelievedUnlessProxiesAreTrusted() {
        Response answer = given().header("X-Forwarded-Proto", "https")
                .header("Forwarded", "proto=https")
                .get("/stock");

        assertThat(answer.header("Strict-Transport-Security"), is(nullValue()));
    }

    @ParameterizedTest
    @MethodSource("all")
    void scriptsOfOtherOriginsAreToldNothing(ContractOperation operation) {
        String path = ValidCall.path(operation);

        Response asked = given().header("Origin", ELSEWHERE)
                .header("Access-Control-Request-Method", operation.method())
                .header("Access-Control-Request-Headers", "authorization")
                .options(path);
        Response sent = given().header("Origin", ELSEWHERE).request(operation.method(), path);

        assertThat(allowances(asked), is(empty()));
        assertThat(allowances(sent), is(empty()));
    }

    private static List<String> allowances(Response answer) {
        return answer.headers().asList().stream()
                .map(Header::getName)
                .filter(name -> name.toLowerCase().startsWith("access-control-"))
                .toList();
    }
}
