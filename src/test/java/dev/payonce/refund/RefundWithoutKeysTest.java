package dev.payonce.refund;

import static dev.payonce.refund.RefundFixture.aKey;
import static dev.payonce.refund.RefundFixture.amount;
import static dev.payonce.refund.RefundFixture.givenBack;
import static dev.payonce.refund.RefundFixture.paid;
import static dev.payonce.refund.RefundFixture.refund;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasSize;

import dev.payonce.refund.RefundFixture.Paid;
import dev.payonce.testsupport.Gateway;
import dev.payonce.testsupport.Ledger;
import dev.payonce.testsupport.Poll;
import dev.payonce.testsupport.WithStores;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** C11 with a gateway that ignores keys: what may have arrived is looked up, and never sent again. */
@QuarkusTest
@WithStores
@TestProfile(RefundWithoutKeysTest.KeysAreIgnored.class)
class RefundWithoutKeysTest {

    public static class KeysAreIgnored implements QuarkusTestProfile {

        @Override
        public Map<String, String> getConfigOverrides() {
            return Map.of("payonce.gateway.honours-keys", "false");
        }
    }

    private static final Duration RECOVERY = Duration.ofSeconds(30);

    @BeforeEach
    void keysAreIgnored() {
        Gateway.behave(Map.of("honourKeys", false));
    }

    @AfterEach
    void mendTheGateway() {
        Gateway.behaveWell();
    }

    @Test
    void aRefundWhoseAnswerWasLostIsFound() {
        Paid paid = paid(10_000);
        String key = aKey();
        Gateway.behave(Map.of("honourKeys", false, "outcome", "cut"));
        refund(paid, key, amount(4000)).then().statusCode(202);
        Gateway.behave(Map.of("honourKeys", false));

        Poll.until(RECOVERY, () -> refund(paid, key, amount(4000)).statusCode() == 201);

        assertThat(Ledger.of(paid.order()).calls("refund"), hasSize(1));
        assertThat(givenBack(paid), hasSize(1));
    }

    @Test
    void aRefundThatArrivesLateIsFoundAndNotSentAgain() {
        Paid paid = paid(10_000);
        String key = aKey();
        Gateway.behave(Map.of("honourKeys", false, "delayBeforeMillis", 5000));
        refund(paid, key, amount(4000)).then().statusCode(202);
        Gateway.behave(Map.of("honourKeys", false));

        Poll.until(RECOVERY, () -> refund(paid, key, amount(4000)).statusCode() == 201);

        assertThat(Ledger.of(paid.order()).calls("refund"), hasSize(1));
        assertThat(givenBack(paid), hasSize(1));
    }

    @Test
    void aRefundThatNeverArrivedIsGivenUpAndItsSumIsFree() {
        Paid paid = paid(10_000);
        String key = aKey();
        Gateway.behave(Map.of("honourKeys", false, "outcome", "error500"));
        refund(paid, key, Map.of()).then().statusCode(202);
        Gateway.behave(Map.of("honourKeys", false));

        Poll.until(RECOVERY, () -> refund(paid, key, Map.of()).statusCode() == 502);

        refund(paid, key, Map.of())
                .then()
                .statusCode(502)
                .header("Idempotent-Replayed", "true")
                .body("code", equalTo("GATEWAY_LOST"));
        assertThat(Ledger.of(paid.order()).calls("refund"), hasSize(1));
        refund(paid, Map.of()).then().statusCode(201);
        assertThat(givenBack(paid), hasSize(1));
    }
}
