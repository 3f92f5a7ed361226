package dev.payonce.messaging;

import static dev.payonce.messaging.Messages.deduction;
import static dev.payonce.messaging.Messages.delivery;
import static dev.payonce.messaging.Messages.id;
import static dev.payonce.messaging.Messages.letters;
import static dev.payonce.messaging.Messages.payment;
import static dev.payonce.testsupport.Shop.anOrder;
import static dev.payonce.testsupport.Shop.asMerchant;
import static dev.payonce.testsupport.Shop.asOperator;
import static dev.payonce.testsupport.Shop.orderStatus;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.notNullValue;
import static org.hamcrest.Matchers.nullValue;

import dev.payonce.faults.MySql;
import dev.payonce.messaging.Receiver.Holder;
import dev.payonce.testsupport.Database;
import dev.payonce.testsupport.Ledger;
import dev.payonce.testsupport.Stores;
import dev.payonce.testsupport.WithStores;
import dev.payonce.value.OrderId;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.path.json.JsonPath;
import jakarta.inject.Inject;
import java.io.IOException;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What cannot be handled is kept, told, and handled once its cause is gone. */
@QuarkusTest
@WithStores
class DeadLetterTest {

    @Inject
    Receiver receiver;

    @Inject
    DeadLetters letters;

    @Inject
    MessagingConfig config;

    @Inject
    Database database;

    @Inject
    MeterRegistry meters;

    private final TestHolder holder = new TestHolder();

    /** A broker that does what it is told. */
    private static final class TestHolder implements Holder {

        final List<Duration> pauses = new ArrayList<>();
        final List<DeadCopy> published = new ArrayList<>();
        int maxPauses = 100;
        boolean refuses;
        boolean refusesAll;
        boolean hurries;
        Runnable onPause = () -> {};

        @Override
        public boolean pause(Duration pause) {
            pauses.add(pause);
            onPause.run();
            if (!hurries) {
                LockSupport.parkNanos(pause.toNanos());
            }
            return pauses.size() < maxPauses;
        }

        @Override
        public void publishDead(DeadCopy copy) throws IOException {
            if (refuses || refusesAll) {
                refuses = false;
                throw new IOException("not now");
            }
            published.add(copy);
        }
    }

    @Test
    void aBrokenMessageIsAcknowledgedAtOnceAndKeptWithReasonOriginAndBytes() {
        double before = dead();
        String text = "{\"message_id\":\"broken-" + letters();
        Origin origin = new Origin("kafka", "payonce-commands", 3, 42L + System.nanoTime());
        Delivery broken = new Delivery(
                origin, "m-1", Map.of("trace", "t-1", "Authorization", "Bearer abc"), text.getBytes(UTF_8));

        assertThat(receiver.receive(broken, holder), is(true));
        assertThat(receiver.receive(broken, holder), is(true));

        assertThat(holder.pauses, hasSize(0));
        DeadCopy copy = holder.published.get(0);
        assertThat(copy.body(), equalTo(text.getBytes(UTF_8)));
        assertThat(copy.messageId(), equalTo("m-1"));
        assertThat(copy.headers().get("payonce-reason"), equalTo("MALFORMED"));
        assertThat(copy.headers().get("payonce-origin"), equalTo(origin.toString()));
        JsonPath letter = newest();
        assertThat(letter.getString("broker"), equalTo("kafka"));
        assertThat(letter.getString("queue"), equalTo("payonce-commands"));
        assertThat(letter.getInt("partition"), equalTo(3));
        assertThat(letter.getLong("offset"), equalTo(origin.offset()));
        assertThat(letter.getString("messageId"), equalTo("m-1"));
        assertThat(letter.getString("reason"), equalTo("MALFORMED"));
        assertThat(letter.getString("status"), equalTo("DEAD"));
        assertThat(letter.getString("body"), equalTo(text));
        assertThat(letter.getInt("deliveries"), equalTo(2));
        assertThat(letter.getMap("headers"), equalTo(Map.of("trace", "t-1", "Authorization", "***")));
        assertThat(letter.getString("firstSeenAt"), notNullValue());
        assertThat(letter.getString("redrivenAt"), nullValue());
        assertThat(dead() - before, equalTo(2.0));
    }

    @Test
    void whatNeitherMySqlNorTheBrokerTakesIsNotAcknowledged() {
        holder.refusesAll = true;
        holder.hurries = true;
        MySql.update("create trigger no_dead_letters before insert on dead_letter for each row"
                + " signal sqlstate '45000' set message_text = 'refused by a test'");
        try {
            assertThat(receiver.receive(delivery("broken " + letters()), holder), is(false));
        } finally {
            MySql.update("drop trigger no_dead_letters");
        }

        assertThat(holder.pauses, hasSize(holder.maxPauses));
    }

    @Test
    void ofAMessageThatIsTooLargeTheBeginningIsKeptAndItIsNotSentAgain() {
        receiver.receive(delivery(letters() + "x".repeat(1024 * 1024)), holder);

        JsonPath letter = newest();
        assertThat(letter.getString("reason"), equalTo("TOO_LARGE"));
        assertThat(letter.getInt("bodySize"), equalTo(1024 * 1024 + 36));
        assertThat(letter.getString("body").length(), equalTo(65536));
        redrive(letter.getString("id"), 409);
    }

    @Test
    void anOperatorSeesNoPaymentMethodAndNoCardNumber() {
        String order = OrderId.next().toString();
        receiver.receive(payment(id(), order, "pm_secret_1"), holder);
        String whole = newest().getString("body");
        receiver.receive(
                delivery(order + ", pan 4111 1111 1111 1111, {\"payment_method\": \"pm_secret_2 4111"), holder);
        String broken = newest().getString("body");
        receiver.receive(delivery(order + "&pan=4111111111111111&payment_method=pm_secret_3"), holder);
        String form = newest().getString("body");
        byte[] latin = (order + "payment_method\":\"pm_secret_4\", \u00e4").getBytes(ISO_8859_1);
        receiver.receive(new Delivery(Messages.ORIGIN, null, Map.of(), latin), holder);
        JsonPath bytes = newest();

        for (String shown : List.of(whole, broken, form, decoded(bytes))) {
            assertThat(shown, not(containsString("pm_secret")));
            assertThat(shown, not(containsString("1111")));
            assertThat(shown, containsString(order));
        }
        assertThat(bytes.getString("bodyEncoding"), equalTo("base64"));
    }

    private static String decoded(JsonPath letter) {
        return new String(java.util.Base64.getDecoder().decode(letter.getString("body")), ISO_8859_1);
    }

    @Test
    void aDeadLetterIsHandledOnceItsCauseIsGone() {
        String sku = "goods-" + UUID.randomUUID();
        String order = anOrder();
        receiver.receive(deduction(id(), order, sku, 1), holder);
        String letter = newest().getString("id");

        assertThat(redrive(letter, 200).getString("status"), equalTo("DEAD"));
        asMerchant()
                .body(Map.of("name", "Goods", "price", 250, "currency", "USD", "available", 5))
                .put("/stock/" + sku)
                .then()
                .statusCode(200);
        JsonPath redriven = redrive(letter, 200);
        redrive(letter, 409);

        assertThat(redriven.getString("status"), equalTo("REDRIVEN"));
        assertThat(redriven.getString("redrivenAt"), notNullValue());
        assertThat(database.number("select available from stock where sku = ?", sku), equalTo(4L));
    }

    @Test
    void whatMayPassIsTriedSoManyTimesAndMayStillTakeEffectLater() throws Exception {
        String order = anOrder();
        Delivery delivery = payment(id(), order);
        try (Connection other = database.begin()) {
            Database.update(
                    other,
                    "update orders set item_count = item_count where id = ?",
                    OrderId.fromString(order).value());
            assertThat(receiver.receive(delivery, holder), is(true));
            other.rollback();
        }
        JsonPath letter = newest();
        assertThat(holder.pauses, contains(Duration.ofMillis(10)));
        assertThat(letter.getString("reason"), equalTo("RETRIES_EXHAUSTED"));
        assertThat(letter.getString("messageId"), notNullValue());
        assertThat(orderStatus(order), equalTo("PENDING"));

        receiver.receive(delivery, holder);

        assertThat(redrive(letter.getString("id"), 200).getString("status"), equalTo("REDRIVEN"));
        assertThat(Ledger.of(order).calls("charge"), hasSize(1));
    }

    @Test
    void thePausesGrowUpToTheirLimit() {
        List<Long> pauses = Stream.of(1, 2, 3, 9, 10, 60)
                .map(config::pause)
                .map(Duration::toMillis)
                .toList();

        assertThat(pauses, contains(10L, 20L, 40L, 2560L, 5000L, 5000L));
    }

    /** Neither handled nor buried: kept waiting, or given back where the consumer stops. */
    @Test
    void whileMysqlIsAwayGoodAndBrokenMessagesWait() {
        String order = anOrder();
        Delivery good = payment(id(), order);
        String text = "broken " + letters();
        TestHolder stopping = new TestHolder();
        stopping.maxPauses = 1;
        holder.onPause = () -> {
            if (holder.pauses.size() == 10) {
                Stores.restartMysql();
            }
        };

        Stores.stopMysql();
        try {
            assertThat(receiver.receive(good, stopping), is(false));
            assertThat(receiver.receive(delivery(text), holder), is(true));
        } finally {
            if (holder.pauses.size() < 10) {
                Stores.restartMysql();
            }
        }

        assertThat(newest().getString("body"), equalTo(text));
        assertThat(receiver.receive(good, holder), is(true));
        assertThat(orderStatus(order), equalTo("PAID"));
    }

    @Test
    void aBrokerThatRefusesTheCopyIsAskedAgain() {
        holder.refuses = true;

        assertThat(receiver.receive(delivery("broken " + UUID.randomUUID()), holder), is(true));

        assertThat(holder.pauses, hasSize(1));
        assertThat(holder.published, hasSize(1));
    }

    @Test
    void theListHasPages() {
        for (int i = 0; i < 3; i++) {
            receiver.receive(delivery("broken " + UUID.randomUUID()), holder);
        }
        JsonPath first = list("limit=2");
        JsonPath second = list("limit=2&after=" + first.getString("next"));

        assertThat(first.getList("items"), hasSize(2));
        assertThat(first.getList("items.id"), not(hasItem(second.getString("items[0].id"))));
        asOperator().get("/dead-letters?after=x").then().statusCode(400);
    }

    @Test
    void theListIsOfOneStateIfThatIsWanted() {
        receiver.receive(delivery("broken " + UUID.randomUUID()), holder);
        String dead = newest().getString("id");

        assertThat(list("status=DEAD&limit=1").getString("items[0].id"), equalTo(dead));
        assertThat(list("status=REDRIVEN&limit=100").getList("items.id"), not(hasItem(dead)));
        asOperator().get("/dead-letters?status=x").then().statusCode(400);
    }

    @Test
    void whatIsPastItsRetentionIsForgotten() {
        receiver.receive(delivery("broken " + UUID.randomUUID()), holder);
        String old = newest().getString("id");
        database.update(
                "update dead_letter set last_seen_at = utc_timestamp(6) - interval 91 day where id = ?",
                dev.payonce.value.DeadLetterId.fromString(old).value());

        letters.forgetOld(1000);

        redrive(old, 404);
    }

    private double dead() {
        var counter = meters.find("payonce.messages")
                .tags("broker", "kafka", "result", "dead")
                .counter();
        return counter == null ? 0 : counter.count();
    }

    private static JsonPath newest() {
        JsonPath list = list("limit=1");
        list.setRootPath("items[0]");
        return list;
    }

    private static JsonPath list(String query) {
        return asOperator()
                .get("/dead-letters?" + query)
                .then()
                .statusCode(200)
                .extract()
                .jsonPath();
    }

    private static JsonPath redrive(String letter, int status) {
        return asOperator()
                .post("/dead-letters/" + letter + "/redrive")
                .then()
                .statusCode(status)
                .extract()
                .jsonPath();
    }
}
