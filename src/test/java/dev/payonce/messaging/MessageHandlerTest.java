package dev.payonce.messaging;

import static dev.payonce.messaging.Messages.deduction;
import static dev.payonce.messaging.Messages.delivery;
import static dev.payonce.messaging.Messages.envelope;
import static dev.payonce.messaging.Messages.id;
import static dev.payonce.messaging.Messages.payment;
import static dev.payonce.testsupport.Shop.aToken;
import static dev.payonce.testsupport.Shop.anOrder;
import static dev.payonce.testsupport.Shop.anOrderOf;
import static dev.payonce.testsupport.Shop.asMerchant;
import static dev.payonce.testsupport.Shop.goods;
import static dev.payonce.testsupport.Shop.orderStatus;
import static dev.payonce.testsupport.Shop.pay;
import static io.restassured.RestAssured.given;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsInAnyOrder;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.everyItem;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.in;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;

import dev.payonce.messaging.Outcome.Dead;
import dev.payonce.messaging.Outcome.Kind;
import dev.payonce.messaging.Outcome.RetryLater;
import dev.payonce.testsupport.Database;
import dev.payonce.testsupport.Gateway;
import dev.payonce.testsupport.Ledger;
import dev.payonce.testsupport.Poll;
import dev.payonce.testsupport.Race;
import dev.payonce.testsupport.Shop;
import dev.payonce.testsupport.WithStores;
import dev.payonce.value.OrderId;
import io.quarkus.test.junit.QuarkusTest;
import io.vertx.core.json.JsonObject;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A message that is delivered many times acts once. Past the brokers: what holds here holds for each of them. */
@QuarkusTest
@WithStores
class MessageHandlerTest {

    @Inject
    MessageHandler handler;

    @Inject
    Inbox inbox;

    @Inject
    Database database;

    @Test
    void aPaymentThatIsDeliveredTwiceIsOneCharge() {
        String order = anOrder();
        String id = id();

        assertThat(handle(payment(id, order)), equalTo(Kind.HANDLED));
        assertThat(handle(payment(id, order)), equalTo(Kind.REPLAYED));

        assertThat(orderStatus(order), equalTo("PAID"));
        assertThat(Ledger.of(order).calls("charge"), hasSize(1));
    }

    @Test
    void oneMessageToTwentyConsumersAtOnceIsOneCharge() throws Exception {
        String order = anOrder();
        String id = id();

        List<Kind> outcomes = Race.run(20, caller -> () -> handle(payment(id, order)));

        assertThat(outcomes.stream().filter(Kind.HANDLED::equals).toList(), hasSize(1));
        assertThat(outcomes, everyItem(is(in(Set.of(Kind.HANDLED, Kind.REPLAYED, Kind.RETRY_LATER)))));
        assertThat(Ledger.of(order).calls("charge"), hasSize(1));
    }

    /** C18: the same business event under other message ids. */
    @Test
    void tenMessagesOfOneOrderAreOneCharge() throws Exception {
        String order = anOrder();

        List<Kind> outcomes = Race.run(10, caller -> () -> handle(payment(id(), order)));

        assertThat(outcomes, everyItem(is(in(Set.of(Kind.HANDLED, Kind.RETRY_LATER)))));
        assertThat(orderStatus(order), equalTo("PAID"));
        assertThat(Ledger.of(order).calls("charge"), hasSize(1));
    }

    @Test
    void anOrderThatWasPaidWithATokenIsNotChargedByAMessage() {
        String order = anOrder();
        pay(aToken(order)).then().statusCode(200);

        assertThat(handle(payment(id(), order)), equalTo(Kind.HANDLED));

        assertThat(Ledger.of(order).calls("charge"), hasSize(1));
    }

    @Test
    void aDeclineIsAResultAndAnotherMessageMayTryAgain() {
        String order = anOrder();
        String declined = id();

        assertThat(handle(payment(declined, order, "pm_declined")), equalTo(Kind.HANDLED));
        assertThat(handle(payment(declined, order, "pm_declined")), equalTo(Kind.REPLAYED));
        assertThat(orderStatus(order), equalTo("PAYMENT_FAILED"));
        assertThat(handle(payment(id(), order)), equalTo(Kind.HANDLED));

        assertThat(orderStatus(order), equalTo("PAID"));
        assertThat(Ledger.of(order).calls("charge"), hasSize(2));
    }

    @Test
    void aLostAnswerIsHandledAndRecoveryEndsThePayment() {
        String order = anOrder();

        assertThat(handle(payment(id(), order, "pm_charge_then_cut")), equalTo(Kind.HANDLED));

        assertThat(orderStatus(order), equalTo("PROCESSING"));
        Poll.until(Duration.ofSeconds(30), () -> orderStatus(order).equals("PAID"));
        assertThat(Ledger.of(order).approved(), hasSize(1));
    }

    /** The inbox has its end; the payment's own row has none. */
    @Test
    void aPaymentIsFoundAgainWhenTheInboxHasForgottenIt() {
        String order = anOrder();
        String id = id();
        handle(payment(id, order));
        database.update("delete from inbox_message where message_id = ?", (Object) id.getBytes(StandardCharsets.UTF_8));

        assertThat(handle(payment(id, order)), equalTo(Kind.HANDLED));

        assertThat(Ledger.of(order).calls("charge"), hasSize(1));
        assertThat(database.number("select count(*) from payment where order_id = ?", number(order)), equalTo(1L));
    }

    @Test
    void oneIdWithOtherContentIsADeadLetter() {
        String order = anOrder();
        String other = anOrder();
        String id = id();
        handle(payment(id, order));

        assertThat(reason(payment(id, other)), equalTo(DeadReason.MESSAGE_ID_REUSED));
        assertThat(reason(payment(id, order, "pm_declined")), equalTo(DeadReason.MESSAGE_ID_REUSED));

        assertThat(orderStatus(other), equalTo("PENDING"));
    }

    @Test
    void idsAreComparedExactly() {
        String order = anOrder();
        String id = id();

        assertThat(handle(payment(id, order, "pm_declined")), equalTo(Kind.HANDLED));
        assertThat(handle(payment(id + " ", order, "pm_declined")), equalTo(Kind.HANDLED));

        assertThat(Ledger.of(order).calls("charge"), hasSize(2));
    }

    @Test
    void theBrokersIdGoesBeforeThoseInTheBody() {
        String order = anOrder();
        String id = id();
        byte[] body = envelope("another", "order.payment", paymentData(order))
                .encode()
                .getBytes(StandardCharsets.UTF_8);

        assertThat(handle(new Delivery(Messages.ORIGIN, id, Map.of(), body)), equalTo(Kind.HANDLED));

        assertThat(handle(payment(id, order)), equalTo(Kind.REPLAYED));
    }

    @Test
    void anOrderThatIsOverOrUnknownIsADeadLetterWithoutATrace() {
        String cancelled = anOrder();
        asMerchant().post("/orders/" + cancelled + "/cancel").then().statusCode(200);

        assertThat(reason(payment(id(), cancelled)), equalTo(DeadReason.ILLEGAL_STATE));
        assertThat(reason(payment(id(), OrderId.next().toString())), equalTo(DeadReason.UNKNOWN_ORDER));
        assertThat(database.number("select count(*) from payment where order_id = ?", number(cancelled)), equalTo(0L));
    }

    /** C59. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "~~|MALFORMED",
                "null|MALFORMED",
                "not json|MALFORMED",
                "{\"message_id\":\"m\"|MALFORMED",
                "{\"message_id\":\"m\",\"message_id\":\"n\"}|MALFORMED",
                "{\"message_id\":\"m\",\"version\":2,\"type\":\"order.payment\",\"data\":{}}|MALFORMED",
                "{\"message_id\":7,\"type\":\"order.payment\",\"data\":{}}|MALFORMED",
                "{\"type\":\"order.payment\",\"data\":{}}|NO_MESSAGE_ID",
                "{\"message_id\":\"\",\"type\":\"order.payment\",\"data\":{}}|NO_MESSAGE_ID",
                "{\"message_id\":\"m\",\"type\":\"order.refund\",\"data\":{}}|UNKNOWN_TYPE",
                "{\"message_id\":\"m\",\"data\":{}}|UNKNOWN_TYPE",
                "{\"message_id\":\"m\",\"type\":\"order.payment\"}|INVALID_DATA",
                "{\"message_id\":\"m\",\"type\":\"order.payment\",\"data\":[]}|INVALID_DATA",
                "{\"message_id\":\"m\",\"type\":\"order.payment\",\"data\":{}}|INVALID_DATA",
                "{\"message_id\":\"m\",\"type\":\"order.payment\",\"data\":{\"order_id\":\"1\",\"payment_method\":\"p\"}}|INVALID_DATA",
                "{\"message_id\":\"m\",\"type\":\"order.payment\",\"data\":{\"order_id\":\"ord_0P4X8KQ2V9TBM\"}}|INVALID_DATA",
                "{\"message_id\":\"m\",\"type\":\"inventory.deduct\",\"data\":{\"order_id\":\"ord_0P4X8KQ2V9TBM\",\"sku\":\"a\",\"quantity\":-1}}|INVALID_DATA",
                "{\"message_id\":\"m\",\"type\":\"inventory.deduct\",\"data\":{\"order_id\":\"ord_0P4X8KQ2V9TBM\",\"sku\":\"a\",\"quantity\":\"1\"}}|INVALID_DATA",
                "{\"message_id\":\"m\",\"type\":\"inventory.deduct\",\"data\":{\"order_id\":\"ord_0P4X8KQ2V9TBM\",\"sku\":\"a\",\"quantity\":1.5}}|INVALID_DATA",
                "{\"message_id\":\"m\",\"type\":\"inventory.deduct\",\"data\":{\"order_id\":\"ord_0P4X8KQ2V9TBM\",\"sku\":\"a b\",\"quantity\":1}}|INVALID_DATA",
                "{\"message_id\":\"m\",\"type\":\"inventory.deduct\",\"data\":{\"order_id\":\"ord_0P4X8KQ2V9TBM\",\"sku\":\"a\",\"quantity\":1,\"x\":1}}|INVALID_DATA"
            })
    void whatCannotBeReadIsADeadLetter(String body, DeadReason reason) {
        assertThat(reason(delivery(body)), equalTo(reason));
    }

    @Test
    void whatIsTooLongOrNoUtf8IsADeadLetter() {
        byte[] latin = "{\"message_id\":\"\u00e4\"}".getBytes(StandardCharsets.ISO_8859_1);

        assertThat(reason(delivery("x".repeat(1024 * 1024))), equalTo(DeadReason.TOO_LARGE));
        assertThat(reason(new Delivery(Messages.ORIGIN, "m", Map.of(), latin)), equalTo(DeadReason.MALFORMED));
        assertThat(
                reason(delivery(envelope("m".repeat(256), "order.payment", new JsonObject()))),
                equalTo(DeadReason.MALFORMED));
    }

    @Test
    void goodsAreTakenOnceWhetherMessageOrPaymentComesFirst() {
        String sku = goods(10);
        String first = anOrderOf(sku, 2);
        String second = anOrderOf(sku, 3);
        String id = id();

        assertThat(handle(deduction(id, first, sku, 2)), equalTo(Kind.HANDLED));
        assertThat(handle(deduction(id, first, sku, 2)), equalTo(Kind.REPLAYED));
        assertThat(handle(deduction(id(), first, sku, 2)), equalTo(Kind.HANDLED));
        assertThat(available(sku), equalTo(8));
        pay(aToken(first)).then().statusCode(200);
        assertThat(available(sku), equalTo(8));
        pay(aToken(second)).then().statusCode(200);
        assertThat(handle(deduction(id(), second, sku, 3)), equalTo(Kind.HANDLED));

        assertThat(available(sku), equalTo(5));
        assertThat(handle(deduction(id(), first, sku, 2)), equalTo(Kind.HANDLED));
        assertThat(available(sku), equalTo(5));
    }

    @Test
    void anotherQuantityForTheSameOrderAndGoodsIsADeadLetter() {
        String sku = goods(10);
        String made = anOrderOf(sku, 2);
        String bare = anOrder();
        handle(deduction(id(), bare, sku, 1));

        assertThat(reason(deduction(id(), made, sku, 3)), equalTo(DeadReason.QUANTITY_DIFFERS));
        assertThat(reason(deduction(id(), made, goods(5), 1)), equalTo(DeadReason.QUANTITY_DIFFERS));
        assertThat(reason(deduction(id(), bare, sku, 2)), equalTo(DeadReason.QUANTITY_DIFFERS));

        assertThat(available(sku), equalTo(9));
    }

    @Test
    void goodsOfAnOrderThatNamesNoneGoItsWay() {
        String sku = goods(10);
        String paid = anOrder();
        String cancelled = anOrder();
        handle(deduction(id(), paid, sku, 2));
        handle(deduction(id(), cancelled, sku, 3));
        assertThat(available(sku), equalTo(5));

        handle(payment(id(), paid, "pm_declined"));
        assertThat(available(sku), equalTo(5));
        handle(payment(id(), paid));
        asMerchant().post("/orders/" + cancelled + "/cancel").then().statusCode(200);

        assertThat(available(sku), equalTo(8));
        assertThat(movements(paid, "SALE"), equalTo(1L));
        assertThat(movements(cancelled, "HOLD"), equalTo(0L));
    }

    /** Out of order is harmless. */
    @Test
    void goodsOfAnOrderThatIsPaidAlreadyAreSoldAtOnce() {
        String sku = goods(10);
        String order = anOrder();
        handle(payment(id(), order));

        assertThat(handle(deduction(id(), order, sku, 4)), equalTo(Kind.HANDLED));

        assertThat(available(sku), equalTo(6));
        assertThat(movements(order, "SALE"), equalTo(1L));
    }

    @Test
    void goodsThatAreUnknownOrSoldOutAreADeadLetterAndNothingIsTaken() {
        String sku = goods(1);
        String cancelled = anOrder();
        asMerchant().post("/orders/" + cancelled + "/cancel").then().statusCode(200);

        assertThat(reason(deduction(id(), anOrder(), sku, 2)), equalTo(DeadReason.OUT_OF_STOCK));
        assertThat(reason(deduction(id(), anOrder(), "no-such-goods", 1)), equalTo(DeadReason.UNKNOWN_SKU));
        assertThat(reason(deduction(id(), cancelled, sku, 1)), equalTo(DeadReason.ILLEGAL_STATE));
        assertThat(reason(deduction(id(), OrderId.next().toString(), sku, 1)), equalTo(DeadReason.UNKNOWN_ORDER));

        assertThat(available(sku), equalTo(1));
    }

    /** C41, the variant: half of the buyers by message. */
    @Test
    void tenPiecesAndFiftyBuyersByRequestAndByMessageAreTenSales() throws Exception {
        String sku = goods(10);
        List<String> orders =
                IntStream.range(0, 50).mapToObj(i -> anOrderOf(sku, 1)).toList();
        List<String> tokens = orders.subList(0, 25).stream().map(Shop::aToken).toList();

        List<Object> answers = Race.run(
                50,
                caller -> () ->
                        caller < 25 ? pay(tokens.get(caller)).statusCode() : handle(payment(id(), orders.get(caller))));

        assertThat(answers, everyItem(is(in(Set.of(200, 422, Kind.HANDLED)))));
        assertThat(available(sku), equalTo(0));
        assertThat(orders.stream().map(Shop::orderStatus).filter("PAID"::equals).toList(), hasSize(10));
        assertThat(
                orders.stream()
                        .mapToInt(order -> Ledger.of(order).calls("charge").size())
                        .sum(),
                equalTo(10));
    }

    @Test
    void aRowThatSomebodyHoldsIsTriedAgainLater() throws Exception {
        String order = anOrder();
        String id = id();
        Outcome outcome;

        try (Connection other = database.begin()) {
            Database.update(other, "update orders set item_count = item_count where id = ?", number(order));
            outcome = handler.handle(payment(id, order));
            other.rollback();
        }

        assertThat(outcome.kind(), equalTo(Kind.RETRY_LATER));
        assertThat(((RetryLater) outcome).blameless(), is(false));
        assertThat(handle(payment(id, order)), equalTo(Kind.HANDLED));
        assertThat(Ledger.of(order).calls("charge"), hasSize(1));
    }

    @Test
    void twoKindsOfMessagesOfOneOrderGoWellAtOnce() throws Exception {
        String sku = goods(5);
        String order = anOrderOf(sku, 2);

        List<Kind> outcomes = Race.run(
                2, caller -> () -> handle(caller == 0 ? deduction(id(), order, sku, 2) : payment(id(), order)));

        assertThat(outcomes, containsInAnyOrder(Kind.HANDLED, Kind.HANDLED));
        assertThat(available(sku), equalTo(3));
        assertThat(orderStatus(order), equalTo("PAID"));
    }

    @Test
    void whatIsPastItsRetentionIsForgotten() {
        Gateway.behaveWell();
        String id = id();
        handle(payment(id, anOrder()));
        byte[] bytes = id.getBytes(StandardCharsets.UTF_8);
        database.update(
                "update inbox_message set handled_at = utc_timestamp(6) - interval 31 day where message_id = ?",
                (Object) bytes);

        inbox.forgetOld(1000);

        assertThat(
                database.number("select count(*) from inbox_message where message_id = ?", (Object) bytes),
                equalTo(0L));
    }

    @Test
    void withoutABrokerNothingConsumesAndHealthSaysNothingOfMessages() {
        String health =
                given().get("/q/health").then().statusCode(200).extract().asString();
        List<String> threads = Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith("messages-"))
                .toList();

        assertThat(health, not(containsString("messages from")));
        assertThat(threads, hasSize(0));
    }

    private Kind handle(Delivery delivery) {
        return handler.handle(delivery).kind();
    }

    private DeadReason reason(Delivery delivery) {
        return ((Dead) handler.handle(delivery)).reason();
    }

    private long movements(String order, String kind) {
        return database.number(
                "select count(*) from stock_movement where order_id = ? and kind = ?", number(order), kind);
    }

    private static JsonObject paymentData(String order) {
        return new JsonObject().put("order_id", order).put("payment_method", "pm_ok");
    }

    private static long number(String order) {
        return OrderId.fromString(order).value();
    }

    private int available(String sku) {
        return (int) database.number("select available from stock where sku = ?", sku);
    }
}
