package dev.payonce.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.payonce.testsupport.Contract;
import dev.payonce.testsupport.ContractOperation;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.parameters.Parameter;
import java.net.URLEncoder;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/** Requests for an operation: as the contract wants them, and then twisted not at all, once or several times. */
final class Requests {

    private static final int MAX_TWISTS = 3;

    private Requests() {}

    static Arbitrary<FuzzRequest> of(ContractOperation operation) {
        Arbitrary<Twist> twist = Arbitraries.frequencyOf(
                Tuple.of(operation.takesBody() ? 10 : 0, BodyTwists.any()),
                Tuple.of(10, HeadTwists.any()),
                Tuple.of(1, HeadTwists.noHttp()));
        Arbitrary<List<Twist>> twists = Arbitraries.frequencyOf(
                Tuple.of(3, Arbitraries.just(List.of())),
                Tuple.of(7, twist.list().ofMinSize(1).ofMaxSize(MAX_TWISTS)));
        return Combinators.combine(valid(operation), twists).as(Requests::twisted);
    }

    private static FuzzRequest twisted(FuzzRequest request, List<Twist> twists) {
        FuzzRequest twisted = request;
        for (Twist twist : twists) {
            twisted = twist.apply(twisted);
        }
        return twisted;
    }

    static Arbitrary<FuzzRequest> valid(ContractOperation operation) {
        Arbitrary<String> sender = operation.isPublic()
                ? Arbitraries.of(Senders.ALL).injectNull(0.8)
                : Arbitraries.of(Senders.of(operation.roles()));
        Arbitrary<Json> body = operation.takesBody() ? Bodies.of(operation) : Arbitraries.just(Json.of(""));
        return Combinators.combine(sender, path(operation), query(operation), headers(operation), body)
                .as((who, path, query, headers, said) ->
                        FuzzRequest.valid(operation, who, path + query, headers, operation.takesBody() ? said : null));
    }

    private static Arbitrary<String> path(ContractOperation operation) {
        return last(operation).map(operation::at);
    }

    private static Arbitrary<String> last(ContractOperation operation) {
        return switch (operation.template().split("/", -1)[1]) {
            case "orders", "checkout" -> Meanings.reference("ord");
            case "payments" -> Meanings.reference("pay");
            case "refunds" -> Meanings.reference("ref");
            case "webhook-endpoints" -> Meanings.reference("whe");
            case "webhook-deliveries" -> Meanings.reference("whd");
            case "dead-letters" -> Meanings.reference("dl");
            case "sandbox" -> Meanings.reference("ch");
            case "problems" -> Arbitraries.of("NOT_FOUND", "TOKEN_INVALID", "NO_SUCH_PROBLEM");
            default -> Arbitraries.of("tea", "fuzz-goods", "A.b_c-9");
        };
    }

    private static Arbitrary<String> query(ContractOperation operation) {
        List<Arbitrary<String>> parts = new ArrayList<>();
        parameters(operation, "query").forEach(parameter -> parts.add(pair(parameter)));
        return parts.isEmpty()
                ? Arbitraries.just("")
                : Combinators.combine(parts).as(Requests::joined);
    }

    private static String joined(List<String> pairs) {
        String joined = String.join("&", pairs.stream().filter(Objects::nonNull).toList());
        return joined.isEmpty() ? "" : "?" + joined;
    }

    private static Arbitrary<String> pair(Parameter parameter) {
        String name = parameter.getName();
        Arbitrary<String> value =
                switch (name) {
                    case "endpoint" -> Meanings.reference("whe");
                    case "orderId" -> Meanings.reference("ord");
                    case "reference" -> Meanings.reference("pay");
                    case "after" -> Meanings.reference("next");
                    default -> text(parameter).map(text -> URLEncoder.encode(text, UTF_8));
                };
        Arbitrary<String> pair = value.map(text -> name + "=" + text);
        return Boolean.TRUE.equals(parameter.getRequired()) ? pair : pair.injectNull(0.6);
    }

    private static Arbitrary<String> text(Parameter parameter) {
        Schema<?> schema = Bodies.resolved(parameter.getSchema());
        if (schema.getEnum() != null) {
            return Arbitraries.of(schema.getEnum()).map(Object::toString);
        }
        return "integer".equals(schema.getType())
                ? Bodies.integers(schema).map(Object::toString)
                : Bodies.texts(schema);
    }

    private static Arbitrary<List<String>> headers(ContractOperation operation) {
        List<Arbitrary<String>> lines = new ArrayList<>();
        if (operation.takesBody()) {
            lines.add(Arbitraries.of(
                    "Content-Type: application/json",
                    "Content-Type: application/json",
                    "Content-Type: application/json; charset=utf-8"));
        }
        parameters(operation, "header").forEach(parameter -> header(parameter.getName())
                .ifPresent(value -> lines.add(value.map(text -> parameter.getName() + ": " + text))));
        return lines.isEmpty()
                ? Arbitraries.just(List.of())
                : Combinators.combine(lines).as(List::copyOf);
    }

    private static Optional<Arbitrary<String>> header(String name) {
        return Optional.ofNullable(
                switch (name) {
                    case "Idempotency-Key" -> Arbitraries.of("@key:0@", "@key:0@", "\"@key:0@\"");
                    case "If-Match" -> Arbitraries.of("\"0\"", "\"0\"", "*", "\"1\"");
                    case "Prefer" -> Arbitraries.of("respond-async", "wait=1");
                    case "webhook-id" -> Arbitraries.of("@key:0@");
                    case "webhook-timestamp" -> Arbitraries.of("@now:0@");
                    case "webhook-signature" -> Arbitraries.of("@signature:0@");
                    default -> null;
                });
    }

    private static List<Parameter> parameters(ContractOperation operation, String in) {
        List<Parameter> all = operation.description().getParameters();
        return all == null
                ? List.of()
                : all.stream()
                        .map(Requests::resolved)
                        .filter(parameter -> in.equals(parameter.getIn()))
                        .toList();
    }

    private static Parameter resolved(Parameter parameter) {
        String reference = parameter.get$ref();
        return reference == null
                ? parameter
                : Contract.parsed()
                        .getComponents()
                        .getParameters()
                        .get(reference.substring(reference.lastIndexOf('/') + 1));
    }
}
