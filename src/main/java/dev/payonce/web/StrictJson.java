package dev.payonce.web;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.type.LogicalType;
import io.quarkus.jackson.ObjectMapperCustomizer;
import jakarta.inject.Singleton;
import java.util.List;

/**
 * JSON is taken as it is meant or refused: a guess at what a caller meant may cost money. Null inside a list is left to
 * {@code List<@NotNull ...>}: Vert.x reads its own JSON with this mapper, too.
 */
@Singleton
public class StrictJson implements ObjectMapperCustomizer {

    /** The deepest body that the contract knows has three levels. */
    private static final int MAX_DEPTH = 16;

    /** The longest number that the contract knows has 12 digits. */
    private static final int MAX_NUMBER = 32;

    private static final int MAX_NAME = 256;

    private static final List<LogicalType> SCALARS =
            List.of(LogicalType.Integer, LogicalType.Float, LogicalType.Boolean, LogicalType.Textual);

    @Override
    public void customize(ObjectMapper mapper) {
        mapper.getFactory().setStreamReadConstraints(limits());
        mapper.enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION);
        mapper.enable(
                DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES,
                DeserializationFeature.FAIL_ON_TRAILING_TOKENS,
                DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES,
                DeserializationFeature.FAIL_ON_NUMBERS_FOR_ENUMS);
        SCALARS.forEach(type -> refuseOtherShapes(mapper, type));
        mapper.registerModule(new SimpleModule("whole-text").addDeserializer(String.class, new WholeText()));
    }

    private static StreamReadConstraints limits() {
        return StreamReadConstraints.builder()
                .maxNestingDepth(MAX_DEPTH)
                .maxNumberLength(MAX_NUMBER)
                .maxNameLength(MAX_NAME)
                .maxStringLength(BodyReader.MAX_BYTES)
                .build();
    }

    private static void refuseOtherShapes(ObjectMapper mapper, LogicalType type) {
        for (CoercionInputShape shape : CoercionInputShape.values()) {
            if (!isOwnShape(type, shape)) {
                mapper.coercionConfigFor(type).setCoercion(shape, CoercionAction.Fail);
            }
        }
    }

    private static boolean isOwnShape(LogicalType type, CoercionInputShape shape) {
        return switch (shape) {
            case String, EmptyString -> type == LogicalType.Textual;
            case Integer -> type == LogicalType.Integer || type == LogicalType.Float;
            case Float -> type == LogicalType.Float;
            case Boolean -> type == LogicalType.Boolean;
            case Array, Object, EmptyArray, EmptyObject, Binary -> false;
        };
    }
}
