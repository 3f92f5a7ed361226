package dev.payonce.payment;

import static dev.payonce.testsupport.Shop.aToken;
import static dev.payonce.testsupport.Shop.anOrder;
import static dev.payonce.testsupport.Shop.pay;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.payonce.testsupport.Database;
import dev.payonce.testsupport.WithStores;
import dev.payonce.token.TokenId;
import dev.payonce.value.OrderId;
import dev.payonce.value.PaymentId;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where all else fails, the database itself refuses what would be a second payment. */
@QuarkusTest
@WithStores
class LastGuardTest {

    /** Of the order's payment that has succeeded. */
    private static final String COPY =
            """
            insert into payment (id, order_id, token_id, request_fingerprint, amount, currency, status, order_status,
                                 version, created_at)
            select ?, order_id, %s, request_fingerprint, amount, currency, ?, order_status, 0, created_at
            from payment where order_id = ? and status = 'SUCCEEDED'""";

    @Inject
    Database database;

    private String order;

    @BeforeEach
    void aPaidOrder() {
        order = anOrder();
        pay(aToken(order)).then().statusCode(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"PROCESSING", "SUCCEEDED"})
    void anOrderHasNoSecondLivePayment(String status) {
        Exception refused = assertThrows(IllegalStateException.class, () -> copyWithAnotherToken(status));

        assertThat(refused.getCause().getMessage(), containsString("uq_payment_live_order"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"FAILED", "REJECTED"})
    void anOrderHasAnyNumberOfPaymentsThatCameToNothing(String status) {
        assertThat(copyWithAnotherToken(status), equalTo(1));
        assertThat(copyWithAnotherToken(status), equalTo(1));
    }

    @Test
    void aTokenHasNoSecondPaymentWhateverBecameOfIt() {
        Exception refused = assertThrows(
                IllegalStateException.class,
                () -> database.update(
                        COPY.formatted("token_id"), PaymentId.next().value(), "REJECTED", number()));

        assertThat(refused.getCause().getMessage(), containsString("uq_payment_token"));
    }

    private int copyWithAnotherToken(String status) {
        return database.update(
                COPY.formatted("?"), PaymentId.next().value(), TokenId.random().bytes(), status, number());
    }

    private long number() {
        return OrderId.fromString(order).value();
    }
}
