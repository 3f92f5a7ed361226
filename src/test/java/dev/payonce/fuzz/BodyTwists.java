package dev.payonce.fuzz;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.payonce.fuzz.Json.Arr;
import dev.payonce.fuzz.Json.Field;
import dev.payonce.fuzz.Json.Obj;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/** What can be wrong with a body: a value, its fields, its text, its bytes. */
final class BodyTwists {

    private static final int MANY = 60;
    private static final int MAX_BODY = 64 * 1024;

    private static final String DEEP = "[".repeat(17) + "]".repeat(17);

    /** As they stand in the text; some are no JSON. */
    private static final List<String> VALUES = Stream.of(
                    Stream.of("null", "true", "false", "\"true\"", "0", "-0", "-1", "1", "1.0", "0.1", "1e3", "1E400"),
                    Stream.of("1e-5", "00", "01", "+1", ".5", "5.", "0x10", "NaN", "Infinity", "-Infinity", "1_000"),
                    Stream.of("2147483647", "2147483648", "-2147483649", "9223372036854775807", "9223372036854775808"),
                    Stream.of("999999999999", "1000000000000", "1800.00", "\"1800\"", "9".repeat(32), "9".repeat(5000)),
                    Stream.of(
                            "\"\"", "\" \"", "\"\\u0000\"", "\"\\ud83d\"", "\"\\ud83d\\ude00\"", "\"\\ude00\\ud83d\""),
                    Stream.of("\"\u202E\u2066\"", "\"\uFEFF\"", "\"e\u0301\u0301\u0301\"", "\"\uFFFF\"", "\"\u0007\""),
                    Stream.of("\"' or 1=1 --\"", "\"${jndi:ldap://127.0.0.1/x}\"", "\"#{1+1}\"", "\"{{7*7}}\""),
                    Stream.of(
                            "\"<script>alert(1)</script>\"", "\"../../etc/passwd\"", "\"%00%0d%0a\"", "\"\\r\\nX: y\""),
                    Stream.of(
                            "\"" + "a".repeat(256) + "\"",
                            "\"" + "é".repeat(501) + "\"",
                            "\"" + "x".repeat(MAX_BODY) + "\""),
                    Stream.of("[]", "[null]", "{}", "{\"a\":1}", "{\"\":{}}", "[[]]", DEEP, "[".repeat(10_000)),
                    Stream.of(
                            "'single'",
                            "unquoted",
                            "\"no end",
                            "\"\\x\"",
                            "\"\\u12\"",
                            "\"a\tb\"",
                            "undefined",
                            "/**/1"),
                    Stream.of(
                            "ord_0P4X8KQ2V9TBM",
                            "\"ord_0P4X8KQ2V9TBM\"",
                            "\"ord_0000000000000\"",
                            "\"ORD_0P4X8KQ2V9TBM\""))
            .flatMap(each -> each)
            .toList();

    private static final List<String> NAMES = List.of(
            "x",
            "",
            "id",
            "status",
            "version",
            "customerId",
            "__proto__",
            "class",
            "@type",
            "$ref",
            "amount ",
            "ämount");

    private BodyTwists() {}

    static Arbitrary<Twist> any() {
        return Arbitraries.oneOf(List.of(value(), value(), extra(), onField(), text(), bytes()));
    }

    private static Arbitrary<Twist> value() {
        return Combinators.combine(Arbitraries.integers().between(0, MANY), Arbitraries.of(VALUES))
                .as((place, value) -> Twist.of("body", "value " + value, onNode(place, node -> Json.of(value))));
    }

    private static Arbitrary<Twist> extra() {
        return Combinators.combine(
                        Arbitraries.integers().between(0, MANY), Arbitraries.of(NAMES), Arbitraries.of(VALUES))
                .as((place, name, value) ->
                        Twist.of("body", "one field more, " + name, onObject(place, (object, number) -> {
                            List<Field> fields = new ArrayList<>(object.fields());
                            fields.add(new Field(name, Json.of(value)));
                            return new Obj(fields);
                        })));
    }

    private static Arbitrary<Twist> onField() {
        return Combinators.combine(Arbitraries.integers().between(0, MANY), Arbitraries.of(FieldChange.values()))
                .as((place, change) -> Twist.of("body", change.name(), onObject(place, change::in)));
    }

    /** What happens to one field of an object. */
    private enum FieldChange {
        DROPPED {
            @Override
            List<Field> of(Field field) {
                return List.of();
            }
        },
        TWICE {
            @Override
            List<Field> of(Field field) {
                return List.of(field, field);
            }
        },
        TWICE_WITH_ANOTHER_VALUE {
            @Override
            List<Field> of(Field field) {
                return List.of(field, new Field(field.name(), Json.of("null")));
            }
        },
        IN_CAPITALS {
            @Override
            List<Field> of(Field field) {
                return List.of(new Field(field.name().toUpperCase(Locale.ROOT), field.value()));
            }
        },
        /** Means the same. */
        ESCAPED {
            @Override
            List<Field> of(Field field) {
                return List.of(new Field(escaped(field.name()), field.value()));
            }
        },
        IN_A_LIST {
            @Override
            List<Field> of(Field field) {
                return List.of(new Field(field.name(), new Arr(List.of(field.value()))));
            }
        };

        abstract List<Field> of(Field field);

        Json in(Obj object, int number) {
            List<Field> fields = new ArrayList<>();
            for (int i = 0; i < object.fields().size(); i++) {
                Field field = object.fields().get(i);
                fields.addAll(i == number % object.fields().size() ? of(field) : List.of(field));
            }
            return new Obj(fields);
        }

        private static String escaped(String name) {
            return name.isEmpty() ? name : "\\u%04x".formatted((int) name.charAt(0)) + name.substring(1);
        }
    }

    private static Arbitrary<Twist> text() {
        return Arbitraries.oneOf(
                Arbitraries.of(" ", "\n", "x", "}", "{}", ",", "\u0000", " ".repeat(MAX_BODY))
                        .map(more -> onBytes("behind it " + more.strip(), body -> joined(body, more.getBytes(UTF_8)))),
                Arbitraries.of("\uFEFF", " ", "\u0000", "[", ")]}',\n")
                        .map(more -> onBytes("before it " + more.strip(), body -> joined(more.getBytes(UTF_8), body))),
                Arbitraries.integers()
                        .between(0, 99)
                        .map(percent -> onBytes("cut off", body -> Arrays.copyOf(body, body.length * percent / 100))),
                Arbitraries.of("", "null", "[]", "\"\"", "<xml/>", "a=1&b=2", "{", "{}")
                        .map(other -> onBytes("instead of it " + other, body -> other.getBytes(UTF_8))));
    }

    private static Arbitrary<Twist> bytes() {
        return Arbitraries.of(
                onBytes("in UTF-16", body -> new String(body, UTF_8).getBytes(UTF_16)),
                onBytes("in Latin-1", body -> joined(body, "\"ä\"".getBytes(ISO_8859_1))),
                onBytes("with half a character", body -> replaced(body, (byte) 0xC3)),
                onBytes("with a byte of no character", body -> replaced(body, (byte) 0xFF)),
                onBytes("with a zero", body -> replaced(body, (byte) 0)),
                onBytes("zipped", BodyTwists::zipped),
                onBytes("as large as may be", body -> padded(body, MAX_BODY)),
                onBytes("a byte too large", body -> padded(body, MAX_BODY + 1)),
                Twist.of("body", "in chunks", BodyTwists::inChunks));
    }

    /** One that is longer already stays as it is. */
    private static byte[] padded(byte[] body, int length) {
        return joined(body, " ".repeat(Math.max(0, length - body.length)).getBytes(UTF_8));
    }

    private static FuzzRequest inChunks(FuzzRequest request) {
        return request.body() == null
                ? request
                : request.instead("Transfer-Encoding", "chunked")
                        .inBytes(body -> chunked(request.bytes().apply(body)));
    }

    private static byte[] chunked(byte[] body) {
        byte[] size = (Integer.toHexString(body.length) + "\r\n").getBytes(UTF_8);
        byte[] end = (body.length == 0 ? "\r\n" : "\r\n0\r\n\r\n").getBytes(UTF_8);
        return joined(joined(size, body), end);
    }

    private static byte[] replaced(byte[] body, byte other) {
        byte[] changed = body.clone();
        if (changed.length > 0) {
            changed[changed.length / 2] = other;
        }
        return changed;
    }

    private static byte[] zipped(byte[] body) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream zip = new GZIPOutputStream(bytes)) {
            zip.write(body);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private static byte[] joined(byte[] first, byte[] second) {
        byte[] both = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        return both;
    }

    private static Twist onBytes(String what, UnaryOperator<byte[]> change) {
        return Twist.of(
                "bytes",
                what,
                request -> request.body() == null || request.says("Transfer-Encoding")
                        ? request
                        : request.inBytes(body -> change.apply(request.bytes().apply(body))));
    }

    private static UnaryOperator<FuzzRequest> onNode(int place, UnaryOperator<Json> change) {
        return request -> {
            if (request.body() == null) {
                return request;
            }
            List<Json> nodes = request.body().nodes();
            return request.saying(request.body().replace(nodes.get(place % nodes.size()), change));
        };
    }

    private static UnaryOperator<FuzzRequest> onObject(int place, BiFunction<Obj, Integer, Json> change) {
        return request -> {
            List<Obj> objects = request.body() == null
                    ? List.of()
                    : request.body().nodes().stream()
                            .filter(Obj.class::isInstance)
                            .map(Obj.class::cast)
                            .filter(object -> !object.fields().isEmpty())
                            .toList();
            return objects.isEmpty()
                    ? request
                    : request.saying(request.body()
                            .replace(objects.get(place % objects.size()), node -> change.apply((Obj) node, place)));
        };
    }
}
