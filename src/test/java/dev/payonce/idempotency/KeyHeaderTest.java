package dev.payonce.idempotency;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class KeyHeaderTest {

    @Test
    void noHeaderIsNoKeyAndNoFault() {
        KeyHeader header = KeyHeader.of(List.of());

        assertFalse(header.isMalformed());
        assertEquals(Optional.empty(), header.key());
    }

    @ParameterizedTest
    @ValueSource(strings = {"8e03978e-40d5", "\"8e03978e-40d5\"", "  8e03978e-40d5 ", " \"8e03978e-40d5\" "})
    void quotedAndBareAreTheSameKey(String line) {
        assertEquals(Optional.of("8e03978e-40d5"), KeyHeader.of(List.of(line)).key());
    }

    @Test
    void escapesInQuotesAreUndone() {
        assertEquals(
                Optional.of("a\"b\\c"), KeyHeader.of(List.of("\"a\\\"b\\\\c\"")).key());
        assertEquals(Optional.of("a\\b\"c"), KeyHeader.of(List.of("a\\b\"c")).key());
    }

    @Test
    void blanksInsideAKeyCount() {
        assertEquals(Optional.of("a b "), KeyHeader.of(List.of("\"a b \"")).key());
        assertEquals(Optional.of("a  b"), KeyHeader.of(List.of("a  b")).key());
    }

    @Test
    void aKeyHasAtMost255Characters() {
        String longest = "k".repeat(255);

        assertEquals(Optional.of(longest), KeyHeader.of(List.of(longest)).key());
        assertEquals(
                Optional.of(longest), KeyHeader.of(List.of('"' + longest + '"')).key());
        assertTrue(KeyHeader.of(List.of(longest + "k")).isMalformed());
        assertTrue(KeyHeader.of(List.of('"' + longest + "k\"")).isMalformed());
    }

    static List<List<String>> malformed() {
        return List.of(
                List.of(""),
                List.of("   "),
                List.of("\"\""),
                List.of("\"open"),
                List.of("\""),
                List.of("\"a\"b"),
                List.of("\"a\";q=1"),
                List.of("\"a\\b\""),
                List.of("schlüssel"),
                List.of("tab\there"),
                List.of("\u0000"),
                List.of("one", "one"),
                List.of("one", ""));
    }

    @ParameterizedTest
    @MethodSource("malformed")
    void whatIsNotOneKeyIsMalformed(List<String> lines) {
        KeyHeader header = KeyHeader.of(lines);

        assertTrue(header.isMalformed());
        assertEquals(Optional.empty(), header.key());
    }
}
