package dev.payonce.refund;

import static dev.payonce.refund.RefundFixture.amount;
import static dev.payonce.refund.RefundFixture.paid;
import static dev.payonce.refund.RefundFixture.refundUntilKnown;
import static dev.payonce.refund.RefundFixture.refundedAmount;
import static dev.payonce.refund.RefundFixture.sumGivenBack;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.equalTo;

import dev.payonce.refund.RefundFixture.Paid;
import dev.payonce.testsupport.WithStores;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** C71, back: {@code -Dpayonce.test.amounts=1} refunds all amounts from 0.01 to 100.00. */
@QuarkusTest
@WithStores
class RefundAmountsTest {

    private static final int STEP = Integer.getInteger("payonce.test.amounts", 331);

    @Test
    void eachAmountGoesBackToTheCentInAPartAndTheRest() {
        for (long amount = 1; amount <= 10_000; amount += STEP) {
            Paid paid = paid(amount);
            long third = amount / 3;

            if (third > 0) {
                given(third, refundUntilKnown(paid, amount(third)));
            }
            given(amount - third, refundUntilKnown(paid, Map.of()));

            assertThat(sumGivenBack(paid), equalTo(amount));
            assertThat(refundedAmount(paid), equalTo(amount));
        }
    }

    private static void given(long amount, Response answer) {
        answer.then().statusCode(201);
        assertThat(answer.jsonPath().getLong("amount"), equalTo(amount));
    }
}
