package dev.payonce.gateway;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.is;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.payonce.gateway.ChargeLookUp.Found;
import dev.payonce.value.Money;
import dev.payonce.value.PaymentId;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a look-up says of a payment's charges: nothing that may be money is left out, nor taken for what it is not. */
class ChargeLookUpTest {

    private static final PaymentId PAYMENT = PaymentId.next();
    private static final String APPROVED =
            """
            {"id": "ch_1", "reference": "REF", "status": "approved", "amount": 1800, "currency": "USD"}""";

    @Test
    void anApprovedChargeTookMoney() {
        assertThat(
                lookUp(APPROVED).charges(), contains(new Found(ChargeResult.approved("ch_1"), new Money(1800, "USD"))));
    }

    @ParameterizedTest
    @CsvSource({
        "1800, 0",
        "1800, -1800",
        "1800, 1000000000000",
        "1800, 99999999999999999999999",
        "1800, 18.5",
        "1800, \"1800\"",
        "USD, usd",
        "USD, XXX",
        "\"currency\", \"coin\""
    })
    void anApprovedChargeOfNoMoneyIsARiddle(String part, String other) {
        ChargeLookUp found = lookUp(APPROVED.replace(part, other));

        assertThat(found.foundNothing(), is(false));
        assertThat(found.riddle(), equalTo(Optional.of("gateway_mismatch")));
    }

    @ParameterizedTest
    @CsvSource({"approved, pending", "REF, pay_0000000000000", "\"id\", \"ID\"", "ch_1, ''"})
    void anEntryThatIsNotOneOfTheProtocolIsARiddle(String part, String other) {
        assertThat(lookUp(APPROVED.replace(part, other)).riddle(), equalTo(Optional.of("answer_not_understood")));
    }

    @Test
    void aDeclinedChargeTookNothingWhateverItsSum() {
        ChargeLookUp found = lookUp(APPROVED.replace("approved", "declined").replace("1800", "0"));

        assertThat(found.charges(), contains(new Found(ChargeResult.declined("ch_1", null), null)));
        assertThat(found.riddle(), equalTo(Optional.empty()));
    }

    @Test
    void aRiddleBesideAChargeHidesNeither() {
        ChargeLookUp found = lookUp(APPROVED + ", {}");

        assertThat(found.charges(), hasSize(2));
        assertThat(found.charges().get(0).isApproved(), is(true));
        assertThat(found.riddle(), equalTo(Optional.of("answer_not_understood")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"charges\": {}}", "{}", "[]", "", "<html/>"})
    void whatIsNoListIsNoAnswer(String body) {
        assertThat(read(200, body).answered(), is(false));
    }

    @Test
    void onlyAnEmptyListFindsNothing() {
        assertThat(lookUp("").foundNothing(), is(true));
        assertThat(read(503, "{\"charges\": []}").answered(), is(false));
    }

    private static ChargeLookUp lookUp(String entries) {
        return read(200, "{\"charges\": [" + entries + "]}");
    }

    private static ChargeLookUp read(int status, String body) {
        String ours = body.replace("REF", PAYMENT.toString());
        return ChargeAnswer.readAll(new ObjectMapper(), new GatewayAnswer(status, ours, null), PAYMENT);
    }
}
