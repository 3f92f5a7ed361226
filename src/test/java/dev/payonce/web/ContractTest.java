package dev.payonce.web;

import static io.restassured.RestAssured.given;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;

import com.atlassian.oai.validator.model.Request;
import com.atlassian.oai.validator.model.SimpleRequest;
import com.atlassian.oai.validator.model.SimpleResponse;
import com.atlassian.oai.validator.report.ValidationReport;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.payonce.testsupport.Contract;
import dev.payonce.testsupport.ContractOperation;
import dev.payonce.testsupport.WithStores;
import io.quarkus.test.junit.QuarkusTest;
import io.swagger.v3.core.util.Json;
import io.swagger.v3.core.util.Yaml;
import io.swagger.v3.oas.models.examples.Example;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.responses.ApiResponse;
import jakarta.inject.Inject;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The contract, the code and the served document say the same. */
@QuarkusTest
@WithStores
class ContractTest {

    private static final String REF = "#/components/examples/";

    private static final Set<String> TOLD_STRANGERS = Set.of("LEFT_OUT", "NOT_FOUND", "FORBIDDEN", "TOKEN_INVALID");

    @Inject
    ResourceMethods code;

    @Inject
    ObjectMapper json;

    @Test
    void everyOperationOfTheCodeIsInTheContractAndTheOtherWayRound() {
        Set<String> inCode = code.operations().stream()
                .map(operation -> operation.method() + " " + operation.template())
                .collect(Collectors.toCollection(TreeSet::new));

        Set<String> inContract = Contract.operations().stream()
                .map(ContractOperation::toString)
                .collect(Collectors.toCollection(TreeSet::new));

        assertThat(inCode, equalTo(inContract));
    }

    @Test
    void theServedDocumentIsTheContract() throws Exception {
        JsonNode written = Yaml.mapper().readTree(Files.readString(Contract.FILE));

        JsonNode served = json.readTree(
                given().accept("application/json").get("/q/openapi").asString());

        assertThat(served, equalTo(json.readTree(written.toString())));
    }

    @Test
    void swaggerUiIsThere() {
        given().get("/q/swagger-ui/").then().statusCode(200).contentType("text/html");
    }

    @Test
    void everyOperationHasAnIdASummaryAndItsRoles() {
        List<ContractOperation> bare = Contract.operations().stream()
                .filter(operation -> operation.description().getOperationId() == null
                        || operation.description().getSummary() == null
                        || operation.isPublic() != operation.roles().isEmpty())
                .toList();

        assertThat(bare, is(empty()));
    }

    @Test
    void everyOperationSaysWhoReachesNothingButTheirOwn() {
        List<ContractOperation> unclear = Contract.operations().stream()
                .filter(operation -> !operation.roles().isEmpty())
                .filter(operation -> operation
                        .ownOnly()
                        .filter(own -> operation.roles().containsAll(own.keySet()))
                        .filter(own -> TOLD_STRANGERS.containsAll(own.values()))
                        .isEmpty())
                .toList();

        assertThat(unclear, is(empty()));
    }

    @Test
    void everyExampleIsOneThatTheContractAllows() {
        List<String> wrong = Contract.operations().stream()
                .flatMap(operation -> Stream.concat(wrongRequests(operation), wrongResponses(operation)))
                .toList();

        assertThat(wrong, is(empty()));
    }

    @Test
    void everyAnswerWithABodyHasAnExample() {
        List<String> without = Contract.operations().stream()
                .flatMap(operation -> operation.description().getResponses().entrySet().stream()
                        .filter(answer -> content(answer.getValue()).values().stream()
                                .anyMatch(type -> examples(type).isEmpty()))
                        .map(answer -> operation + " " + answer.getKey()))
                .toList();

        assertThat(without, is(empty()));
    }

    @Test
    void everyProblemOfTheContractIsOneOfOurs() {
        Set<String> ours =
                Arrays.stream(ProblemType.values()).map(ProblemType::name).collect(Collectors.toSet());

        List<String> foreign = problems()
                .filter(problem -> !ours.contains(problem.get("code").asText())
                        || !matches(
                                problem, ProblemType.valueOf(problem.get("code").asText())))
                .map(JsonNode::toString)
                .toList();

        assertThat(foreign, is(empty()));
        assertThat(problems().toList(), is(not(empty())));
    }

    private static boolean matches(JsonNode example, ProblemType type) {
        return example.get("status").asInt() == type.status()
                && example.get("retryable").asBoolean() == type.retryable()
                && example.get("title").asText().equals(type.title())
                && example.get("type").asText().equals(type.page());
    }

    private static Stream<JsonNode> problems() {
        return Contract.parsed().getComponents().getExamples().values().stream()
                .map(example -> Json.mapper().<JsonNode>valueToTree(example.getValue()))
                .filter(example -> example.has("code"));
    }

    private static Stream<String> wrongRequests(ContractOperation operation) {
        if (!operation.takesBody()) {
            return Stream.empty();
        }
        return examples(operation.description().getRequestBody().getContent().get("application/json")).stream()
                .map(body -> new SimpleRequest.Builder(
                                Request.Method.valueOf(operation.method()), operation.at("ord_0P4X8KQ2V9TBM"))
                        .withHeader("Content-Type", "application/json")
                        .withHeader("Authorization", "Bearer x.y.z")
                        .withHeader("If-Match", "\"0\"")
                        .withHeader("Idempotency-Key", "key-1")
                        .withHeader("webhook-id", "msg_1")
                        .withHeader("webhook-timestamp", "1")
                        .withHeader("webhook-signature", "v1,x")
                        .withBody(Json.pretty(body))
                        .build())
                .map(Contract.validator()::validateRequest)
                .filter(ValidationReport::hasErrors)
                .map(report -> operation + ": " + report.getMessages());
    }

    private static Stream<String> wrongResponses(ContractOperation operation) {
        return operation.description().getResponses().entrySet().stream()
                .flatMap(answer -> content(answer.getValue()).entrySet().stream()
                        .flatMap(type -> examples(type.getValue()).stream()
                                .map(body -> wrongResponse(operation, answer.getKey(), type.getKey(), body)))
                        .filter(Objects::nonNull));
    }

    private static String wrongResponse(ContractOperation operation, String status, String type, Object body) {
        SimpleResponse.Builder answer = SimpleResponse.Builder.status(
                        status.equals("default") ? 405 : Integer.parseInt(status))
                .withHeader("X-Request-Id", "x")
                .withHeader("Cache-Control", "no-store")
                .withHeader("Content-Security-Policy", "default-src 'none'")
                .withHeader("WWW-Authenticate", "Bearer")
                .withHeader("ETag", "\"0\"")
                .withHeader("Location", "/orders/ord_0P4X8KQ2V9TBM")
                .withHeader("Content-Type", type);
        ValidationReport report = Contract.validator()
                .validateResponse(
                        operation.at("ord_0P4X8KQ2V9TBM"),
                        Request.Method.valueOf(operation.method()),
                        answer.withBody(body instanceof String text ? text : Json.pretty(body))
                                .build());
        return report.hasErrors() ? operation + " " + status + ": " + report.getMessages() : null;
    }

    private static Map<String, MediaType> content(ApiResponse answer) {
        ApiResponse resolved = answer.get$ref() == null
                ? answer
                : Contract.parsed().getComponents().getResponses().get(last(answer.get$ref()));
        return resolved.getContent() == null ? Map.of() : resolved.getContent();
    }

    private static List<Object> examples(MediaType type) {
        List<Object> values = new ArrayList<>();
        if (type.getExample() != null) {
            values.add(type.getExample());
        }
        if (type.getExamples() != null) {
            type.getExamples()
                    .values()
                    .forEach(example -> values.add(resolved(example).getValue()));
        }
        return values;
    }

    private static Example resolved(Example example) {
        return example.get$ref() == null
                ? example
                : Contract.parsed()
                        .getComponents()
                        .getExamples()
                        .get(example.get$ref().substring(REF.length()));
    }

    private static String last(String ref) {
        return ref.substring(ref.lastIndexOf('/') + 1);
    }
}
