package dev.payonce.idempotency;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class FingerprintTest {

    private final Results results = new Results(new ObjectMapper());

    private record Yesterdays(String b, Long a, List<String> list) {}

    private record Todays(Long a, List<String> list, String b, String addedToday) {}

    @Test
    void neitherOrderNorAnAbsentFieldChangesIt() {
        byte[] before = results.fingerprint(new Yesterdays("x", 1L, List.of("p", "q")));

        assertArrayEquals(before, results.fingerprint(new Todays(1L, List.of("p", "q"), "x", null)));
    }

    @Test
    void anyContentChangesIt() {
        byte[] one = results.fingerprint(new Yesterdays("x", 1L, List.of("p", "q")));

        assertFalse(Arrays.equals(one, results.fingerprint(new Yesterdays("x", 2L, List.of("p", "q")))));
        assertFalse(Arrays.equals(one, results.fingerprint(new Yesterdays("x ", 1L, List.of("p", "q")))));
        assertFalse(Arrays.equals(one, results.fingerprint(new Yesterdays("x", 1L, List.of("q", "p")))));
        assertFalse(Arrays.equals(one, results.fingerprint(new Yesterdays("x", 1L, null))));
    }
}
