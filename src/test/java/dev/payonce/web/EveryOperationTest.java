package dev.payonce.web;

import static dev.payonce.web.ProblemCheck.isProblem;
import static dev.payonce.web.ValidCall.NOT_THERE;
import static dev.payonce.web.ValidCall.path;
import static dev.payonce.web.ValidCall.prefix;
import static dev.payonce.web.ValidCall.token;
import static io.restassured.RestAssured.given;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.anyOf;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;

import dev.payonce.testsupport.Contract;
import dev.payonce.testsupport.ContractOperation;
import dev.payonce.testsupport.RawHttp;
import dev.payonce.testsupport.WithStores;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.config.EncoderConfig;
import io.restassured.config.RestAssuredConfig;
import io.restassured.http.ContentType;
import io.restassured.response.Response;
import io.vertx.core.json.JsonObject;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What must hold for each operation alike (C37, C76, C77): the tests walk the contract, not a list of their own. */
@QuarkusTest
@WithStores
class EveryOperationTest {

    private static final byte[] EMPTY_OBJECT = {'{', '}'};

    private static final String OVERSIZE = "x".repeat(64 * 1024 + 1);

    @ConfigProperty(name = "quarkus.http.test-port")
    int port;

    static Stream<ContractOperation> all() {
        return Contract.operations().stream();
    }

    static Stream<ContractOperation> protectedOnes() {
        return all().filter(operation -> !operation.isPublic());
    }

    static Stream<ContractOperation> withProblems() {
        return all().filter(operation -> !operation.isOwnProtocol());
    }

    static Stream<ContractOperation> withBody() {
        return withProblems().filter(ContractOperation::takesBody);
    }

    static Stream<ContractOperation> withParsedBody() {
        return withBody().filter(operation -> !operation.isSigned());
    }

    static Stream<ContractOperation> lists() {
        return all().filter(operation -> operation.description().getParameters() != null
                && operation.description().getParameters().stream()
                        .anyMatch(parameter -> "limit".equals(parameter.getName())
                                || "#/components/parameters/Limit".equals(parameter.get$ref())));
    }

    static Stream<ContractOperation> ofOneThing() {
        return protectedOnes().filter(operation -> operation.template().contains("{id}"));
    }

    @ParameterizedTest
    @MethodSource("protectedOnes")
    void nobodyIsSignedInWithoutAToken(ContractOperation operation) {
        String path = path(operation);

        Response answer = given().contentType("application/json").request(operation.method(), path);

        isProblem(answer, ProblemType.UNAUTHENTICATED, path);
    }

    @ParameterizedTest
    @MethodSource("protectedOnes")
    void aForgedTokenIsNobodys(ContractOperation operation) {
        String path = path(operation);
        String forged = token("merchant").replaceFirst(".{8}$", "AAAAAAAA");

        Response answer =
                given().auth().oauth2(forged).contentType("application/json").request(operation.method(), path);

        isProblem(answer, ProblemType.UNAUTHENTICATED, path);
        assertThat(answer.header("WWW-Authenticate"), equalTo("Bearer error=\"invalid_token\""));
    }

    @ParameterizedTest
    @MethodSource("protectedOnes")
    void aRoleThatIsNotListedIsRefused(ContractOperation operation) {
        String path = path(operation);
        List<String> others = Stream.of(Role.CUSTOMER, Role.MERCHANT, Role.OPERATOR, "admin")
                .filter(role -> !operation.roles().contains(role))
                .toList();

        for (String role : others) {
            isProblem(ValidCall.of(operation, role).request(operation.method(), path), ProblemType.FORBIDDEN, path);
        }
    }

    @ParameterizedTest
    @MethodSource("all")
    void anotherMethodIsToldWhichOnesThereAre(ContractOperation operation) {
        String path = path(operation);
        Set<String> allowed = methodsOf(operation.template());

        for (String method : List.of("DELETE", "PUT", "POST", "PATCH", "TRACE")) {
            if (!allowed.contains(method)) {
                Response answer = given().request(method, path);

                isProblem(answer, ProblemType.METHOD_NOT_ALLOWED, path);
                assertThat(listed(answer.header("Allow")), equalTo(allowed));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("all")
    void optionsAreTold(ContractOperation operation) {
        Response answer = given().options(path(operation));

        assertThat(answer.statusCode(), is(200));
        assertThat(listed(answer.header("Allow")), equalTo(methodsOf(operation.template())));
    }

    @ParameterizedTest
    @MethodSource("withProblems")
    void anAnswerThatCannotBeGivenIsRefused(ContractOperation operation) {
        String path = path(operation);

        Response answer = ValidCall.of(operation).accept("image/png").request(operation.method(), path);

        isProblem(answer, ProblemType.NOT_ACCEPTABLE, path);
    }

    @ParameterizedTest
    @MethodSource("withBody")
    void whatIsNotJsonIsRefused(ContractOperation operation) {
        String path = path(operation);

        for (String type : List.of("text/plain", "application/xml", "application/x-www-form-urlencoded", "garbage")) {
            Response answer = ValidCall.of(operation)
                    .config(asIs(type))
                    .contentType(type)
                    .body("{}")
                    .request(operation.method(), path);

            isProblem(answer, ProblemType.UNSUPPORTED_MEDIA_TYPE, path);
        }
    }

    @ParameterizedTest
    @MethodSource("withBody")
    void otherEncodingsAreRefused(ContractOperation operation) {
        String path = path(operation);

        isProblem(
                ValidCall.of(operation)
                        .contentType("application/json; charset=ISO-8859-1")
                        .body(EMPTY_OBJECT)
                        .request(operation.method(), path),
                ProblemType.UNSUPPORTED_MEDIA_TYPE,
                path);
        isProblem(
                ValidCall.of(operation)
                        .header("Content-Encoding", "gzip")
                        .body(gzip("{}"))
                        .request(operation.method(), path),
                ProblemType.UNSUPPORTED_MEDIA_TYPE,
                path);
    }

    @ParameterizedTest
    @MethodSource("withParsedBody")
    void aBrokenBodyIsRefused(ContractOperation operation) {
        String path = path(operation);
        Stream<byte[]> broken = Stream.concat(
                Stream.of(
                                "",
                                " ",
                                "{",
                                "}",
                                "null",
                                "[]",
                                "\"text\"",
                                "12",
                                "<xml/>",
                                "{} {}",
                                "{}x",
                                "{'a':1}",
                                "{\"x\":1}",
                                "\uFEFF{}",
                                "{\"a\":".repeat(10_000),
                                "[".repeat(10_000),
                                "{\"x\":" + "[".repeat(10_000))
                        .map(text -> text.getBytes(StandardCharsets.UTF_8)),
                Stream.of("{}".getBytes(StandardCharsets.UTF_16), "{}".getBytes(StandardCharsets.UTF_16LE), new byte[] {
                    '{', '"', (byte) 0xC3, '"', ':', '1', '}'
                }));

        broken.forEach(body -> isProblem(
                ValidCall.of(operation).body(body).request(operation.method(), path),
                ProblemType.INVALID_REQUEST,
                path));
    }

    @ParameterizedTest
    @MethodSource("withBody")
    void anOversizeBodyIsRefusedWhetherOrNotItTellsItsLength(ContractOperation operation) {
        String path = path(operation);

        Response told = ValidCall.of(operation).body(OVERSIZE).request(operation.method(), path);
        Response inChunks = ValidCall.of(operation)
                .body(new ByteArrayInputStream(OVERSIZE.getBytes(StandardCharsets.UTF_8)))
                .request(operation.method(), path);

        isProblem(told, ProblemType.PAYLOAD_TOO_LARGE, path);
        isProblem(inChunks, ProblemType.PAYLOAD_TOO_LARGE, path);
    }

    @ParameterizedTest
    @MethodSource("ofOneThing")
    void aMalformedIdIsAnsweredLikeOneThatIsNotThere(ContractOperation operation) {
        String prefix = prefix(operation);
        String absent = operation.at(prefix + NOT_THERE);

        String detail = isProblem(
                        ValidCall.of(operation).request(operation.method(), absent), ProblemType.NOT_FOUND, absent)
                .getString("detail");

        for (String malformed :
                List.of("x", prefix, prefix + "0p4x8kq2v9tbm", prefix + NOT_THERE + "0", "%20", "%00", "1")) {
            String path = operation.at(malformed);
            Response answer = ValidCall.of(operation).urlEncodingEnabled(false).request(operation.method(), path);
            assertThat(malformed, isProblem(answer, ProblemType.NOT_FOUND, path).getString("detail"), equalTo(detail));
        }
    }

    @ParameterizedTest
    @MethodSource("lists")
    void aWrongLimitIsRefusedAndNamed(ContractOperation operation) {
        String path = path(operation);

        for (String limit : List.of("0", "101", "-1", "x", "1.5", "99999999999")) {
            Response answer = ValidCall.of(operation).request(operation.method(), path + "?limit=" + limit);

            assertThat(
                    isProblem(answer, ProblemType.INVALID_REQUEST, path).getList("violations.field"),
                    equalTo(List.of("limit")));
        }
    }

    @ParameterizedTest
    @MethodSource("all")
    void eachAnswerCarriesTheCallersRequestId(ContractOperation operation) {
        Response answer = given().header("X-Request-Id", "Mine.1_2-3").request(operation.method(), path(operation));

        assertThat(answer.headers().getValues("X-Request-Id"), equalTo(List.of("Mine.1_2-3")));
    }

    @ParameterizedTest
    @MethodSource("all")
    void secretsAreNotStoredAndTheRestIsAskedForAgain(ContractOperation operation) {
        String expected =
                switch (operation.template()) {
                    case "/tokens",
                            "/pay",
                            "/sandbox/login",
                            "/webhook-endpoints",
                            "/webhook-endpoints/{id}",
                            "/webhook-endpoints/{id}/rotate" -> "no-store";
                    case "/problems", "/problems/{code}" -> null;
                    default -> "private, no-cache";
                };

        Response signedIn = operation.isOwnProtocol()
                ? given().options(path(operation))
                : ValidCall.of(operation).request(operation.method(), path(operation));
        Response anonymous = given().request(operation.method(), path(operation));

        assertThat(signedIn.header("Cache-Control"), equalTo(expected));
        assertThat(anonymous.header("Cache-Control"), equalTo(expected));
    }

    @Test
    void anInsaneRequestIdIsReplaced() {
        for (String insane : List.of("a b", "a".repeat(65), "<script>", "ä", "")) {
            String id = given().header("X-Request-Id", insane).get("/stock").header("X-Request-Id");

            assertThat(id, not(anyOf(equalTo(insane), equalTo(null))));
        }
    }

    @Test
    void anUnknownPathIsNotThere() {
        for (String path : List.of(
                "/nothing",
                "/checkout",
                "/orders/a/b/c",
                "/q/nothing",
                "/sandbox",
                "/sandbox/gateway/x",
                "/pay/",
                "/problems/x")) {
            Response answer = given().get(path);

            if (answer.statusCode() != 405) {
                isProblem(answer, ProblemType.NOT_FOUND, path);
            }
        }
    }

    /** Where there is no path to be looked at, the body is what is looked at first. */
    @Test
    void aBodyForNoPathAtAllIsRefusedUnderARequestId() throws IOException {
        try (RawHttp http = new RawHttp(port)) {
            RawHttp.Answer answer = http.send(
                    "POST",
                    "POST * HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}"
                            .getBytes(StandardCharsets.UTF_8));

            assertThat(answer.status(), is(400));
            assertThat(
                    Optional.of(new JsonObject(answer.text()).getString("requestId")),
                    equalTo(answer.header("X-Request-Id")));
        }
    }

    private static Set<String> methodsOf(String template) {
        Set<String> methods = Contract.operations().stream()
                .filter(operation -> operation.template().equals(template))
                .map(ContractOperation::method)
                .collect(Collectors.toCollection(TreeSet::new));
        if (methods.contains("GET")) {
            methods.add("HEAD");
        }
        methods.add("OPTIONS");
        return methods;
    }

    private static Set<String> listed(String allow) {
        return new TreeSet<>(Arrays.asList(allow.split(", ")));
    }

    /** REST Assured would encode a body of its own for some types. */
    private static RestAssuredConfig asIs(String type) {
        return RestAssuredConfig.newConfig()
                .encoderConfig(EncoderConfig.encoderConfig().encodeContentTypeAs(type, ContentType.TEXT));
    }

    private static byte[] gzip(String text) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream zip = new GZIPOutputStream(bytes)) {
            zip.write(text.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }
}
