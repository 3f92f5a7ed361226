package dev.payonce.web;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.matchesPattern;
import static org.hamcrest.Matchers.not;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is taken for a body and what is not, and how a caller is told. */
class StrictJsonTest {

    enum Kind {
        A,
        B
    }

    record Line(String sku, int quantity) {}

    record Body(
            String text, Long amount, long count, Boolean flag, Kind kind, Instant at, List<Line> items, Line one) {}

    private final ObjectMapper json = new ObjectMapper()
            .registerModule(new JavaTimeModule())
            .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS);

    StrictJsonTest() {
        new StrictJson().customize(json);
    }

    @Test
    void whatIsMeantIsTaken() throws JsonProcessingException {
        Body body = json.readValue(
                """
                {"text": "\\ud83d\\ude00", "amount": 999999999999, "count": 1, "flag": true, "kind": "A",
                 "at": "2026-01-31T12:00:00Z", "items": [{"sku": "tea", "quantity": 2}], "one": null}""",
                Body.class);

        assertThat(
                body,
                equalTo(new Body(
                        "😀",
                        999_999_999_999L,
                        1,
                        true,
                        Kind.A,
                        Instant.parse("2026-01-31T12:00:00Z"),
                        List.of(new Line("tea", 2)),
                        null)));
    }

    @Test
    void absentValuesAreWrittenAsNullAndTimesAsText() throws JsonProcessingException {
        String text = json.writeValueAsString(
                new Body(null, null, 1, null, null, Instant.parse("2026-01-31T12:00:00.5Z"), List.of(), null));

        assertThat(
                text,
                equalTo("{\"text\":null,\"amount\":null,\"count\":1,\"flag\":null,\"kind\":null,"
                        + "\"at\":\"2026-01-31T12:00:00.500Z\",\"items\":[],\"one\":null}"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'count': 1, 'extra': 2} | extra | is not a known field",
                "{'count': 1, 'one': {'sku': 'a', 'quantity': 1, 'price': 0}} | one.price | is not a known field",
                "{'count': 1, 'items': [{'sku': 'a', 'quantity': 1, 'x': 1}]} | items[0].x | is not a known field",
                "{'count': '1'} | count | must be a whole number",
                "{'count': 1.0} | count | must be a whole number",
                "{'count': 1e3} | count | must be a whole number",
                "{'count': 0.5} | count | must be a whole number",
                "{'count': true} | count | must be a whole number",
                "{'count': ''} | count | must be a whole number",
                "{'count': [1]} | count | must be a whole number",
                "{'count': {}} | count | must be a whole number",
                "{'count': null} | count | is missing or null",
                "{} | count | is missing or null",
                "{'count': 99999999999999999999} | count | is out of range",
                "{'count': 1, 'amount': '5'} | amount | must be a whole number",
                "{'count': 1, 'amount': 5.0} | amount | must be a whole number",
                "{'count': 1, 'amount': 99999999999999999999} | amount | is out of range",
                "{'count': 1, 'items': [{'sku': 'a', 'quantity': 3000000000}]} | items[0].quantity | is out of range",
                "{'count': 1, 'text': 1} | text | must be a text",
                "{'count': 1, 'text': 1.5} | text | must be a text",
                "{'count': 1, 'text': true} | text | must be a text",
                "{'count': 1, 'text': []} | text | must be a text",
                "{'count': 1, 'text': {}} | text | must be a text",
                "{'count': 1, 'text': '\\ud83d'} | text | holds half of a surrogate pair",
                "{'count': 1, 'text': '\\ude00\\ud83d'} | text | holds half of a surrogate pair",
                "{'count': 1, 'flag': 1} | flag | must be true or false",
                "{'count': 1, 'flag': 'true'} | flag | must be true or false",
                "{'count': 1, 'kind': 'C'} | kind | must be one of A, B",
                "{'count': 1, 'kind': 'a'} | kind | must be one of A, B",
                "{'count': 1, 'kind': 0} | kind | must be one of A, B",
                "{'count': 1, 'kind': ''} | kind | must be one of A, B",
                "{'count': 1, 'at': 'today'} | at | must be a time such as 2026-01-31T12:00:00Z",
                "{'count': 1, 'items': {}} | items | must be a list",
                "{'count': 1, 'items': ''} | items | must be a list",
                "{'count': 1, 'items': [1]} | items[0] | must be an object",
                "{'count': 1, 'one': []} | one | must be an object",
                "{'count': 1, 'one': ''} | one | must be an object",
                "{'count': 1, 'count': 1} | count | is given twice",
                "{'count': 1, 'items': [{'sku': 'a', 'sku': 'a', 'quantity': 1}]} | items[0].sku | is given twice"
            })
    void theFieldAtFaultIsNamed(String body, String field, String message) {
        Problem problem = refused(body);

        assertThat(problem.violations(), equalTo(List.of(new Violation(field, message))));
        assertThat(problem.detail(), equalTo(field + " " + message + "."));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{",
                "}",
                "[]",
                "'text'",
                "12",
                "true",
                "<xml/>",
                "{'count': 1} {}",
                "{'count': 1} x",
                "{'count': 01}",
                "{'count': 1,}",
                "{'count': NaN}",
                "{count: 1}",
                "{'count': +1}",
                "{'count': .5}",
                "/* c */ {'count': 1}",
                "{'text': 'a\tb', 'count': 1}"
            })
    void whatIsNoObjectOfJsonNamesNoField(String body) {
        assertThat(refused(body).violations(), equalTo(List.of()));
    }

    @Test
    void singleQuotesAreNotJson() {
        assertThrows(JsonProcessingException.class, () -> json.readValue("{'count': 1}", Body.class));
    }

    @ParameterizedTest
    @ValueSource(ints = {17, 10_000})
    void whatIsNestedTooDeeplyIsRefused(int depth) {
        String nested = "[".repeat(depth) + "]".repeat(depth);

        assertThat(refused("{'count': 1, 'unknown': " + nested + "}").status(), equalTo(400));
        assertThat(refused("{'count': 1, 'items': " + nested + "}").status(), equalTo(400));
        assertThrows(StreamConstraintsException.class, () -> json.readTree(nested));
    }

    @Test
    void whatTheContractNeedsIsNotTooDeep() throws JsonProcessingException {
        assertThat(json.readTree("[".repeat(16) + "]".repeat(16)).isArray(), equalTo(true));
    }

    @Test
    void whatIsTooLongIsRefused() {
        assertThat(refused("{'count': " + "1".repeat(33) + "}").detail(), containsString("too long"));
        assertThat(refused("{'" + "n".repeat(300) + "': 1}").detail(), containsString("too long"));
        assertThat(refused("{'text': '" + "t".repeat(70_000) + "'}").detail(), containsString("too long"));
    }

    @Test
    void aFieldsNameIsNotSentBackAtFullLength() {
        assertThat(
                refused("{'count': 1, '" + "n".repeat(250) + "': 1}")
                        .violations()
                        .get(0)
                        .field()
                        .length(),
                equalTo(203));
    }

    /** The problem that the caller is told; single quotes stand for double ones. */
    private Problem refused(String body) {
        JsonProcessingException fault = assertThrows(
                JsonProcessingException.class, () -> json.readValue(body.replace('\'', '"'), Body.class), body);
        Problem problem = JsonFaults.problem(fault);
        assertThat(problem.code(), equalTo(ProblemType.INVALID_REQUEST));
        assertThat(problem.toString(), not(matchesPattern("(?s).*(java|fasterxml|StrictJsonTest).*")));
        return problem;
    }
}
