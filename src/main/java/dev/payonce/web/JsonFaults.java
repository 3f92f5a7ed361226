package dev.payonce.web;

import static java.util.stream.Collectors.joining;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonStreamContext;
import com.fasterxml.jackson.core.exc.InputCoercionException;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.exc.InvalidNullException;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import java.time.temporal.Temporal;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** Says in our own words what is wrong with a body: the JSON library's messages name classes. */
public final class JsonFaults {

    private static final String DUPLICATE = "Duplicate field";
    private static final String NO_VALUE = "Cannot map `null`";
    private static final String TRAILING = "Trailing token";

    private JsonFaults() {}

    /** What is wrong, in one sentence. */
    public static String tell(JsonProcessingException fault) {
        return problem(fault).detail();
    }

    /** The problem for a body that is not the JSON that is asked for; it names the field where there is one. */
    static Problem problem(JsonProcessingException fault) {
        if (fault instanceof JsonMappingException mapping) {
            return mapped(mapping);
        }
        if (fault instanceof StreamConstraintsException) {
            return invalid("The JSON is nested too deeply, or a name, number or text in it is too long.");
        }
        if (fault instanceof InputCoercionException coercion) {
            return at(path(coercion.getProcessor()), "is out of range");
        }
        return unreadable(fault);
    }

    private static Problem mapped(JsonMappingException fault) {
        if (fault.getCause() instanceof JsonProcessingException inner && !(inner instanceof MismatchedInputException)) {
            String field = path(fault.getPath());
            return inner instanceof InputCoercionException ? at(field, "is out of range") : problem(inner);
        }
        if (fault.getOriginalMessage().startsWith(TRAILING)) {
            return invalid("Something follows the JSON value.");
        }
        return at(path(fault.getPath()), expectation(fault));
    }

    private static Problem unreadable(JsonProcessingException fault) {
        if (fault instanceof JsonParseException parse
                && parse.getOriginalMessage().startsWith(DUPLICATE)) {
            return at(path(parse.getProcessor()), "is given twice");
        }
        JsonLocation where = fault.getLocation();
        return invalid(
                where == null
                        ? "The body is not valid JSON."
                        : "The body is not valid JSON at line " + where.getLineNr() + ", column " + where.getColumnNr()
                                + ".");
    }

    private static Problem at(String field, String message) {
        if (field.isEmpty()) {
            return invalid("The body " + message + ".");
        }
        Violation violation = new Violation(field, message);
        return Problem.of(ProblemType.INVALID_REQUEST, violation.field() + " " + message + ".", List.of(violation));
    }

    private static Problem invalid(String detail) {
        return Problem.of(ProblemType.INVALID_REQUEST, detail, List.of());
    }

    private static String expectation(JsonMappingException fault) {
        if (fault instanceof UnrecognizedPropertyException) {
            return "is not a known field";
        }
        if (fault instanceof InvalidNullException) {
            return "must not be null";
        }
        if (fault.getOriginalMessage().startsWith(NO_VALUE)) {
            return "is missing or null";
        }
        if (fault.getOriginalMessage().equals(WholeText.HALF)) {
            return "holds half of a surrogate pair";
        }
        return fault instanceof MismatchedInputException mismatch ? expected(mismatch.getTargetType()) : "is not valid";
    }

    private static String expected(Class<?> type) {
        if (type == null) {
            return "is not valid";
        }
        if (type.isEnum()) {
            return Arrays.stream(type.getEnumConstants())
                    .map(Object::toString)
                    .collect(joining(", ", "must be one of ", ""));
        }
        if (type == String.class) {
            return "must be a text";
        }
        if (type == boolean.class || type == Boolean.class) {
            return "must be true or false";
        }
        if (type.isPrimitive() || Number.class.isAssignableFrom(type)) {
            return "must be a whole number";
        }
        return shape(type);
    }

    private static String shape(Class<?> type) {
        if (Temporal.class.isAssignableFrom(type)) {
            return "must be a time such as 2026-01-31T12:00:00Z";
        }
        if (Collection.class.isAssignableFrom(type) || type.isArray()) {
            return "must be a list";
        }
        return type.isRecord() || Map.class.isAssignableFrom(type) ? "must be an object" : "is not valid";
    }

    private static String path(List<JsonMappingException.Reference> references) {
        StringBuilder path = new StringBuilder();
        references.forEach(reference -> append(path, reference.getFieldName(), reference.getIndex()));
        return path.toString();
    }

    private static String path(Object processor) {
        StringBuilder path = new StringBuilder();
        if (processor instanceof JsonParser parser) {
            append(path, parser.getParsingContext());
        }
        return path.toString();
    }

    private static void append(StringBuilder path, JsonStreamContext context) {
        if (context.getParent() != null) {
            append(path, context.getParent());
            append(path, context.getCurrentName(), context.inArray() ? context.getCurrentIndex() : -1);
        }
    }

    private static void append(StringBuilder path, String name, int index) {
        if (name != null) {
            path.append(path.isEmpty() ? "" : ".").append(name);
        } else if (index >= 0) {
            path.append('[').append(index).append(']');
        }
    }
}
