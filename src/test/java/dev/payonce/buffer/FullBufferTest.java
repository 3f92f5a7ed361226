package dev.payonce.buffer;

import static dev.payonce.testsupport.Shop.aToken;
import static dev.payonce.testsupport.Shop.anOrder;
import static dev.payonce.testsupport.Shop.code;
import static dev.payonce.testsupport.Shop.orderStatus;
import static dev.payonce.testsupport.Shop.pay;
import static dev.payonce.testsupport.Shop.payLater;
import static dev.payonce.testsupport.Shop.payOnceThereIsRoom;
import static io.restassured.RestAssured.given;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.allOf;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.everyItem;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.in;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.lessThanOrEqualTo;

import dev.payonce.payment.BufferConfig;
import dev.payonce.testsupport.Database;
import dev.payonce.testsupport.Ledger;
import dev.payonce.testsupport.Poll;
import dev.payonce.testsupport.Race;
import dev.payonce.testsupport.Shop;
import dev.payonce.testsupport.WithStores;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The buffer has a bound: what does not fit is told so at once, and keeps its token. */
@QuarkusTest
@WithStores
class FullBufferTest {

    @Inject
    Workers workers;

    @Inject
    BufferConfig config;

    @Inject
    Database database;

    @BeforeEach
    void nobodyWorksAndTheBufferIsEmpty() {
        Poll.until(Duration.ofSeconds(30), () -> depth() == 0);
        workers.stop();
    }

    @AfterEach
    void theyWork() {
        workers.begin();
        Poll.until(Duration.ofSeconds(30), () -> depth() == 0);
    }

    @Test
    void whatDoesNotFitIsRefusedAndItsTokenStaysGood() throws Exception {
        int callers = config.limit() + 20;
        List<String> orders =
                IntStream.range(0, callers).mapToObj(i -> anOrder()).toList();
        List<String> tokens = orders.stream().map(Shop::aToken).toList();

        List<Response> answers = Race.run(callers, caller -> () -> payLater(tokens.get(caller), "pm_ok"));

        assertThat(answers.stream().map(Response::statusCode).toList(), everyItem(is(in(Set.of(202, 503)))));
        long accepted = depth();
        assertThat(accepted, allOf(lessThanOrEqualTo((long) config.limit()), greaterThan(config.limit() / 2L)));
        assertThat(withStatus(answers, 202), hasSize((int) accepted));
        withStatus(answers, 503).forEach(full -> {
            assertThat(code(full), equalTo("OVERLOADED"));
            assertThat(full.header("Retry-After"), equalTo("1"));
        });
        int refused = IntStream.range(0, callers)
                .filter(i -> answers.get(i).statusCode() == 503)
                .findFirst()
                .orElseThrow();
        assertThat(orderStatus(orders.get(refused)), equalTo("PENDING"));

        workers.begin();
        Poll.until(() -> payLater(tokens.get(refused), "pm_ok").statusCode() == 202);
        Poll.until(() -> orderStatus(orders.get(refused)).equals("PAID"));
        assertThat(Ledger.of(orders.get(refused)).calls("charge"), hasSize(1));
    }

    @Test
    void whileItIsFullRepeatsAreAnsweredAndCallersWhoWaitPay() {
        String token = aToken(anOrder());
        payOnceThereIsRoom(token, "pm_ok").then().statusCode(202);
        String paid = aToken(anOrder());
        pay(paid).then().statusCode(200);
        fill();

        payLater(token, "pm_ok").then().statusCode(202);
        payLater(paid, "pm_ok").then().statusCode(200).header("Idempotent-Replayed", "true");
        pay(aToken(anOrder())).then().statusCode(200);
        assertThat(depth(), equalTo((long) config.limit()));
    }

    /** To the brim, whatever an estimate between two counts said. */
    private void fill() {
        Poll.until(Duration.ofSeconds(20), () -> {
            Response answer = payLater(aToken(anOrder()), "pm_ok");
            return answer.statusCode() == 503 && depth() == config.limit();
        });
    }

    @Test
    void theMetricsTellHowDeepItIs() {
        payOnceThereIsRoom(aToken(anOrder()), "pm_ok").then().statusCode(202);

        String metrics = given().get("/q/metrics").asString();

        assertThat(metrics.contains("payonce_buffer_depth"), is(true));
    }

    private long depth() {
        return database.number("select count(*) from payment where status = 'PROCESSING' and for_later = true");
    }

    private static List<Response> withStatus(List<Response> answers, int status) {
        return answers.stream().filter(answer -> answer.statusCode() == status).toList();
    }
}
