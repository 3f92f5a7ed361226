package dev.payonce.gateway;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.equalTo;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.payonce.gateway.RefundResult.Verdict;
import dev.payonce.value.Money;
import dev.payonce.value.RefundId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Only what the protocol says, word for word, is taken for an end; everything else is unknown. */
class RefundAnswerTest {

    private static final ChargeRefund REFUND = new ChargeRefund(RefundId.next(), "ch_1", new Money(6000, "USD"));
    private static final String DONE =
            """
            {"id": "rf_1", "chargeId": "ch_1", "reference": "REF", "status": "succeeded", "amount": 6000, "currency": "USD"}""";
    private static final String DECLINED =
            """
            {"id": "rf_2", "reference": "REF", "status": "declined", "code": "no_funds"}""";

    private final ObjectMapper json = new ObjectMapper();

    @ParameterizedTest
    @CsvSource({
        "200, SUCCEEDED",
        "201, SUCCEEDED",
        "202, UNKNOWN",
        "204, UNKNOWN",
        "302, UNKNOWN",
        "402, UNKNOWN",
        "500, UNKNOWN"
    })
    void aSuccessCountsWithItsOwnStatusOnly(int status, Verdict verdict) {
        assertThat(read(status, DONE).verdict(), equalTo(verdict));
    }

    @ParameterizedTest
    @CsvSource({
        "ch_1, ch_2",
        "REF, ref_0000000000000",
        "succeeded, pending",
        "6000, 6001",
        "6000, 6000.5",
        "6000, \"6000\"",
        "USD, EUR",
        "\"id\", \"ID\"",
        "}, ''"
    })
    void aSuccessOfSomethingElseIsUnknown(String part, String other) {
        assertThat(read(200, DONE.replace(part, other)).verdict(), equalTo(Verdict.UNKNOWN));
    }

    @Test
    void aDeclineSaysWhy() {
        assertThat(read(402, DECLINED), equalTo(RefundResult.declined("rf_2", "no_funds")));
    }

    @ParameterizedTest
    @CsvSource({
        "400, REFUSED",
        "404, REFUSED",
        "422, REFUSED",
        "402, UNKNOWN",
        "408, UNKNOWN",
        "409, UNKNOWN",
        "425, UNKNOWN",
        "429, UNKNOWN",
        "503, UNKNOWN"
    })
    void aRefusalIsAClientErrorWithACode(int status, Verdict verdict) {
        assertThat(read(status, "{\"code\": \"charge_not_found\"}").verdict(), equalTo(verdict));
        assertThat(read(status, "<html>").verdict(), equalTo(Verdict.UNKNOWN));
    }

    @Test
    void aCallThatWasNeverSentIsUnreachedAndOneThatWasCutUnknown() {
        assertThat(RefundAnswer.read(json, GatewayAnswer.notConnected(), REFUND).verdict(), equalTo(Verdict.UNREACHED));
        assertThat(
                RefundAnswer.read(json, GatewayAnswer.cut("timeout"), REFUND),
                equalTo(RefundResult.unknown("timeout")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"refunds\": []}                   | NOT_FOUND |",
                "{\"refunds\": [DONE]}               | FOUND     | SUCCEEDED",
                "{\"refunds\": [DECLINED]}           | FOUND     | DECLINED",
                "{\"refunds\": [DECLINED, DONE]}     | FOUND     | SUCCEEDED",
                "{\"refunds\": [DECLINED, {}]}       | RIDDLE    | UNKNOWN",
                "{\"refunds\": [{}, DONE]}           | FOUND     | SUCCEEDED",
                "{\"refunds\": {}}                   | UNKNOWN   |",
                "{}                                  | UNKNOWN   |",
                "[]                                  | UNKNOWN   |",
                "''                                  | UNKNOWN   |",
                "<html/>                             | UNKNOWN   |"
            })
    void aLookUpFindsNothingOnlyInAnEmptyList(String list, RefundLookUp.Kind kind, Verdict verdict) {
        RefundLookUp found = lookUp(200, list);

        assertThat(found.kind(), equalTo(kind));
        assertThat(found.result() == null ? null : found.result().verdict(), equalTo(verdict));
    }

    @ParameterizedTest
    @CsvSource({
        "6000, 6001, gateway_mismatch",
        "6000, 0, gateway_mismatch",
        "USD, EUR, gateway_mismatch",
        "ch_1, ch_2, gateway_mismatch",
        "succeeded, pending, answer_not_understood",
        "REF, ref_0000000000000, answer_mismatch"
    })
    void aRefundThatIsBookedInAnotherWayIsARiddle(String part, String other, String why) {
        RefundLookUp found = lookUp(200, "{\"refunds\": [" + DONE.replace(part, other) + "]}");

        assertThat(found, equalTo(RefundLookUp.riddle(RefundResult.unknown(why))));
    }

    @Test
    void aLookUpThatFailedTellsNothing() {
        assertThat(lookUp(404, "{\"refunds\": []}").kind(), equalTo(RefundLookUp.Kind.UNKNOWN));
        assertThat(lookUp(503, "{\"refunds\": []}").kind(), equalTo(RefundLookUp.Kind.UNKNOWN));
        assertThat(
                RefundAnswer.readList(json, GatewayAnswer.notConnected(), REFUND)
                        .kind(),
                equalTo(RefundLookUp.Kind.UNKNOWN));
    }

    private RefundResult read(int status, String body) {
        return RefundAnswer.read(json, answer(status, body), REFUND);
    }

    private RefundLookUp lookUp(int status, String list) {
        String body = list.replace("DONE", DONE).replace("DECLINED", DECLINED);
        return RefundAnswer.readList(json, answer(status, body), REFUND);
    }

    private static GatewayAnswer answer(int status, String body) {
        return new GatewayAnswer(status, body.replace("REF", REFUND.id().toString()), null);
    }
}
