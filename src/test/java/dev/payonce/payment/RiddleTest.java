package dev.payonce.payment;

import static dev.payonce.testsupport.Shop.aToken;
import static dev.payonce.testsupport.Shop.anOrder;
import static dev.payonce.testsupport.Shop.asOperator;
import static dev.payonce.testsupport.Shop.orderStatus;
import static dev.payonce.testsupport.Shop.pay;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.is;

import dev.payonce.gateway.Charge;
import dev.payonce.gateway.ChargeLookUp;
import dev.payonce.gateway.ChargeLookUp.Found;
import dev.payonce.gateway.ChargeRefund;
import dev.payonce.gateway.ChargeResult;
import dev.payonce.gateway.PaymentGateway;
import dev.payonce.gateway.RefundLookUp;
import dev.payonce.gateway.RefundResult;
import dev.payonce.gateway.Turns;
import dev.payonce.testsupport.Database;
import dev.payonce.testsupport.WithStores;
import dev.payonce.value.Money;
import dev.payonce.value.PaymentId;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.scheduler.Scheduler;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A gateway whose books make no sense: what may be money is never taken for nothing, and is seen. */
@QuarkusTest
@WithStores
class RiddleTest {

    private static final Found RIDDLE = new Found(ChargeResult.unknown("gateway_mismatch"), null);
    private static final Found ASKED = new Found(ChargeResult.approved("ch_asked"), new Money(1800, "USD"));
    private static final Found DECLINED = new Found(ChargeResult.declined("ch_declined", "do_not_honor"), null);

    @Inject
    Checks checks;

    @Inject
    PaymentBook book;

    @Inject
    ReadPayment payments;

    @Inject
    Turns turns;

    @Inject
    RecoveryConfig config;

    @Inject
    MeterRegistry meters;

    @Inject
    Database database;

    @Inject
    Scheduler jobs;

    private String order;
    private PaymentId payment;

    @BeforeEach
    void aPaymentWhoseAnswerWasLost() {
        jobs.pause();
        order = anOrder();
        String id = pay(aToken(order), "pm_cut_without_charge")
                .then()
                .statusCode(202)
                .extract()
                .path("id");
        payment = PaymentId.fromString(id);
    }

    @AfterEach
    void letTheJobsRun() {
        jobs.resume();
    }

    @Test
    void aChargeOfNoMoneyLeavesThePaymentOpenForAllToSee() {
        double before = riddles();

        lookUp(RIDDLE);

        assertThat(orderStatus(order), equalTo("PROCESSING"));
        asOperator()
                .queryParam("limit", 100)
                .get("/recovery/payments")
                .then()
                .body("items.find { it.id == '" + payment + "' }.unknownReason", equalTo("gateway_mismatch"));
        assertThat(riddles() - before, equalTo(1.0));
    }

    @Test
    void itEndsByItselfOnceTheGatewaysBooksArePutRight() {
        lookUp(RIDDLE);

        lookUp(ASKED);

        assertThat(orderStatus(order), equalTo("PAID"));
    }

    @Test
    void aDeclineBesideARiddleClosesNothing() {
        lookUp(DECLINED, RIDDLE);
        assertThat(orderStatus(order), equalTo("PROCESSING"));

        lookUp(DECLINED);
        assertThat(orderStatus(order), equalTo("PAYMENT_FAILED"));
    }

    @Test
    void theChargeThatWasAskedForCountsBesideARiddleWhichStaysWatched() {
        lookUp(RIDDLE, ASKED);

        assertThat(orderStatus(order), equalTo("PAID"));
        assertThat(watched(), greaterThan(0L));
        lookUp(ASKED);
        assertThat(watched(), is(0L));
    }

    /** Those that are open must not queue up behind it. */
    @Test
    void theLongerAgoItHasEndedTheMoreSeldomTheRiddleIsLookedInto() {
        lookUp(RIDDLE, ASKED);
        database.update("update payment set settled_at = settled_at - interval 2 hour where id = ?", payment.value());

        lookUp(RIDDLE, ASKED);

        String untilNext = "select timestampdiff(second, utc_timestamp(6), next_check_at) from payment where id = ?";
        assertThat(database.number(untilNext, payment.value()), greaterThan(600L));
    }

    @Test
    void ofTwoChargesTheOneThatWasAskedForCounts() {
        lookUp(new Found(ChargeResult.approved("ch_other"), new Money(1801, "USD")), ASKED);

        assertThat(orderStatus(order), equalTo("PAID"));
        assertThat(database.number("select amount from refund where payment_id = ?", payment.value()), equalTo(1801L));
    }

    private void lookUp(Found... charges) {
        PaymentGateway gateway = new Books(List.of(charges));
        new ResumePayment(checks, book, payments, gateway, turns, config, meters)
                .recheck(payment)
                .await()
                .atMost(Duration.ofSeconds(10));
    }

    private double riddles() {
        return meters.counter("payonce.recovery", "result", "riddle").count();
    }

    private long watched() {
        return database.number("select count(next_check_at) from payment where id = ?", payment.value());
    }

    /** A gateway that can be asked only. */
    private record Books(List<Found> charges) implements PaymentGateway {

        @Override
        public Uni<ChargeLookUp> findCharge(PaymentId id) {
            return Uni.createFrom().item(new ChargeLookUp(true, charges));
        }

        @Override
        public Uni<ChargeResult> charge(Charge charge) {
            throw new AssertionError("nothing is to be charged");
        }

        @Override
        public Uni<RefundResult> refund(ChargeRefund refund) {
            throw new AssertionError("nothing is to be given back");
        }

        @Override
        public Uni<RefundLookUp> findRefund(ChargeRefund refund) {
            throw new AssertionError("no refund is asked about");
        }
    }
}
