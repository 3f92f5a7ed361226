package dev.payonce.fuzz;

import dev.payonce.fuzz.Json.Arr;
import dev.payonce.fuzz.Json.Field;
import dev.payonce.fuzz.Json.Obj;
import dev.payonce.testsupport.Contract;
import dev.payonce.testsupport.ContractOperation;
import io.swagger.v3.oas.models.media.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/** Bodies that the contract allows. Fields that mean something get a meaning, so that more than validation is reached. */
final class Bodies {

    private static final int LONG_TEXT = 300;
    private static final long LARGE = 1_000_000_000_000L;

    private Bodies() {}

    static Arbitrary<Json> of(ContractOperation operation) {
        return switch (operation.description().getOperationId()) {
            case "placeOrder" -> Arbitraries.oneOf(wish(), wish(), declared(operation));
            case "hearGateway" -> event();
            case "gatewayBehave" -> behaviour();
            case "runLab" -> race();
            default -> declared(operation);
        };
    }

    private static Arbitrary<Json> declared(ContractOperation operation) {
        return of(
                "",
                operation
                        .description()
                        .getRequestBody()
                        .getContent()
                        .get("application/json")
                        .getSchema());
    }

    /** @param name of the field, which may say more than its type */
    static Arbitrary<Json> of(String name, Schema<?> reference) {
        Schema<?> schema = resolved(reference);
        Arbitrary<Json> value =
                schema.getEnum() == null ? Meanings.of(name).orElseGet(() -> byType(schema)) : byType(schema);
        return Boolean.TRUE.equals(schema.getNullable()) ? value.injectNull(0.2).map(Bodies::orNull) : value;
    }

    private static Json orNull(Json value) {
        return value == null ? Json.of("null") : value;
    }

    private static Arbitrary<Json> byType(Schema<?> schema) {
        if (schema.getEnum() != null) {
            return Arbitraries.of(
                            schema.getEnum().stream().filter(Objects::nonNull).toList())
                    .map(value -> Json.string(value.toString()));
        }
        return switch (schema.getType()) {
            case "integer" -> integers(schema).map(Json::of);
            case "boolean" -> Arbitraries.of(true, false).map(Json::of);
            case "array" -> list(schema);
            case "object" -> object(schema);
            default -> texts(schema).map(Json::string);
        };
    }

    static Arbitrary<Long> integers(Schema<?> schema) {
        long least = schema.getMinimum() == null ? -LARGE : schema.getMinimum().longValue();
        long most = schema.getMaximum() == null ? LARGE : schema.getMaximum().longValue();
        return Arbitraries.longs().between(least, most);
    }

    static Arbitrary<String> texts(Schema<?> schema) {
        if (schema.getPattern() != null) {
            return PatternText.of(schema.getPattern());
        }
        int least = schema.getMinLength() == null ? 0 : schema.getMinLength();
        int most = schema.getMaxLength() == null ? LONG_TEXT : schema.getMaxLength();
        return Arbitraries.oneOf(
                Arbitraries.strings().withCharRange(' ', '~').ofMinLength(least).ofMaxLength(most),
                Arbitraries.strings().all().ofMinLength(least).ofMaxLength(Math.max(least, most / 4)));
    }

    private static Arbitrary<Json> list(Schema<?> schema) {
        int least = schema.getMinItems() == null ? 0 : schema.getMinItems();
        int most = schema.getMaxItems() == null ? least + 3 : schema.getMaxItems();
        return of("", schema.getItems())
                .list()
                .ofMinSize(least)
                .ofMaxSize(Math.min(most, least + 3))
                .map(Arr::new);
    }

    private static Arbitrary<Json> object(Schema<?> schema) {
        List<String> required = schema.getRequired() == null ? List.of() : schema.getRequired();
        List<Arbitrary<Field>> fields = new ArrayList<>();
        properties(schema)
                .forEach((name, type) -> fields.add(
                        required.contains(name)
                                ? field(name, type)
                                : field(name, type).injectNull(0.6)));
        return Combinators.combine(fields)
                .as(all -> new Obj(all.stream().filter(Objects::nonNull).toList()));
    }

    private static Arbitrary<Field> field(String name, Schema<?> type) {
        return of(name, type).map(value -> new Field(name, value));
    }

    @SuppressWarnings("rawtypes")
    private static Map<String, Schema> properties(Schema<?> schema) {
        return schema.getProperties() == null ? Map.of() : schema.getProperties();
    }

    static Schema<?> resolved(Schema<?> schema) {
        String reference = schema.get$ref();
        return reference == null
                ? schema
                : resolved(Contract.parsed()
                        .getComponents()
                        .getSchemas()
                        .get(reference.substring(reference.lastIndexOf('/') + 1)));
    }

    /** What a customer may send, and what a merchant may: neither can be seen from the schema. */
    private static Arbitrary<Json> wish() {
        Json goods = new Arr(List.of(
                new Obj(List.of(new Field("sku", Json.string("fuzz-goods")), new Field("quantity", Json.of(1))))));
        return Combinators.combine(
                        Arbitraries.of("fuzz-alice", "fuzz-bob").map(Json::string),
                        Meanings.of("amount").orElseThrow(),
                        Arbitraries.integers().between(0, 2))
                .as((customer, amount, shape) -> new Obj(
                        switch (shape) {
                            case 0 -> List.of(new Field("items", goods));
                            case 1 -> List.of(new Field("customerId", customer), new Field("items", goods));
                            default ->
                                List.of(
                                        new Field("customerId", customer),
                                        new Field("amount", amount),
                                        new Field("currency", Json.string("USD")));
                        }));
    }

    /** About a payment of ours, or of nobody's. */
    private static Arbitrary<Json> event() {
        Arbitrary<Json> type = Arbitraries.of(
                        "charge.approved", "charge.declined", "refund.succeeded", "refund.failed", "charge.x")
                .map(Json::string);
        return Combinators.combine(
                        type,
                        Meanings.thing("pay"),
                        Meanings.thing("ord"),
                        Meanings.of("amount").orElseThrow())
                .as((what, payment, order, amount) -> new Obj(List.of(
                        new Field("type", what),
                        new Field(
                                "data",
                                new Obj(List.of(
                                        new Field("id", Json.string("ch_fuzz")),
                                        new Field("reference", payment),
                                        new Field("orderId", order),
                                        new Field("status", Json.string("approved")),
                                        new Field("amount", amount),
                                        new Field("currency", Json.string("USD"))))))));
    }

    /** Quick ones: what takes ten minutes is none the better for it. */
    private static Arbitrary<Json> behaviour() {
        Arbitrary<Json> millis = Arbitraries.integers().between(0, 5).map(Json::of);
        Arbitrary<Json> outcome = Arbitraries.of(
                        "approve", "decline", "error500", "html", "empty", "unknownStatus", "wrongAmount")
                .map(Json::string);
        return Combinators.combine(
                        millis, outcome, Arbitraries.of("true", "false").map(Json::of))
                .as((delay, what, flag) -> new Obj(List.of(
                        new Field("delayBeforeMillis", delay),
                        new Field("outcome", what),
                        new Field("honourKeys", flag),
                        new Field("lookup", flag))));
    }

    private static Arbitrary<Json> race() {
        return Combinators.combine(
                        Arbitraries.of("NO_GUARD", "ONE_TIME_TOKEN", "STATE_MACHINE", "PAYONCE")
                                .map(Json::string),
                        Arbitraries.integers().between(1, 3).map(Json::of))
                .as((pattern, callers) -> new Obj(List.of(
                        new Field("pattern", pattern),
                        new Field("callers", callers),
                        new Field("gatewayDelayMillis", Json.of(0)),
                        new Field("fault", Json.string("NONE")))));
    }
}
