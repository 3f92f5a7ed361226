package dev.payonce.console;

import static dev.payonce.testsupport.Shop.aToken;
import static dev.payonce.testsupport.Shop.anOrder;
import static dev.payonce.testsupport.Shop.asOperator;
import static dev.payonce.testsupport.Shop.bearer;
import static dev.payonce.testsupport.Shop.pay;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.greaterThanOrEqualTo;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.lessThan;
import static org.hamcrest.Matchers.nullValue;

import dev.payonce.testsupport.EventStream;
import dev.payonce.testsupport.Gateway;
import dev.payonce.testsupport.Poll;
import dev.payonce.testsupport.Stores;
import dev.payonce.testsupport.WithStores;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.jwt.build.Jwt;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import jakarta.inject.Inject;
import java.net.URL;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Live figures: true, bounded, and there while a store is not. */
@QuarkusTest
@WithStores
class FiguresTest {

    private static final int MAX_STREAMS = 4;

    /** Longer than two time-outs of the tests' MySQL. */
    private static final Duration GIVEN_UP = Duration.ofSeconds(20);

    @TestHTTPResource("/console/figures")
    URL figures;

    @ConfigProperty(name = "mp.jwt.verify.issuer")
    String issuer;

    @Inject
    Watchers watchers;

    private final List<EventStream> opened = new ArrayList<>();

    @BeforeEach
    void waitForTheStreamsOfOthers() {
        Poll.until(() -> watchers.count() == 0);
    }

    @AfterEach
    void closeAll() {
        Gateway.behaveWell();
        opened.forEach(EventStream::close);
        Poll.until(() -> watchers.count() == 0);
    }

    @Test
    void figuresComeAtOnceAndThenAgainUntilTheStreamIsOld() {
        EventStream stream = open();

        Poll.until(() -> stream.events().size() >= 3);
        Poll.until(stream::hasEnded);

        assertThat(stream.types().get(0), equalTo("figures"));
        assertThat(stream.header("Content-Type"), containsString("text/event-stream"));
        assertThat(stream.header("Cache-Control"), equalTo("private, no-cache"));
        assertThat(stream.header("X-Accel-Buffering"), equalTo("no"));
        asOperator().get("/console/figures").then().statusCode(200);
    }

    @Test
    void aPaymentAndItsReplayAreCounted() {
        JsonObject before = latest();
        String token = aToken(anOrder());

        pay(token).then().statusCode(200);
        pay(token).then().statusCode(200);

        Poll.until(() -> grown(before, latest(), "duplicates", "replay") == 1);
        JsonObject after = latest();
        assertThat(grown(before, after, "charges", "approved"), equalTo(1L));
        assertThat(grown(before, after, "requests", "paid"), equalTo(2L));
        assertThat(after.getString("instance"), equalTo(before.getString("instance")));
    }

    @Test
    void aHistogramTellsHowManyTookNoLongerThanEachBound() {
        JsonArray before = took(latest());

        pay(aToken(anOrder()), "pm_slow_2s").then().statusCode(200);

        Poll.until(() -> last(took(latest())) == last(before) + 1);
        JsonArray after = took(latest());
        int second = latest().getJsonObject("latency")
                .getJsonArray("boundsMillis")
                .getList()
                .indexOf(1000.0);
        assertThat(after.getLong(second), equalTo(before.getLong(second)));
        for (int i = 1; i < after.size(); i++) {
            assertThat(after.getLong(i), is(greaterThanOrEqualTo(after.getLong(i - 1))));
        }
    }

    @Test
    void whatWaitsIsCountedWithItsAge() {
        Gateway.behave(Map.of("outcome", "cut", "lookup", false));
        pay(aToken(anOrder())).then().statusCode(202);

        Poll.until(() -> backlog(latest(), "recovering").getLong("count") > 0);

        JsonObject open = backlog(latest(), "open");
        assertThat(open.getLong("count"), is(greaterThanOrEqualTo(1L)));
        assertThat(open.getDouble("oldestSeconds"), is(greaterThanOrEqualTo(0.0)));
    }

    @Test
    void consolesOfAnInstanceAreBounded() {
        for (int i = 0; i < MAX_STREAMS; i++) {
            open();
        }

        asOperator()
                .get("/console/figures")
                .then()
                .statusCode(503)
                .header("Retry-After", equalTo("1"))
                .body("code", equalTo("OVERLOADED"));
        opened.get(0).close();
        Poll.until(() -> watchers.count() < MAX_STREAMS);

        assertThat(open().status(), equalTo(200));
    }

    @Test
    void aMysqlThatHangsHoldsNoFiguresUp() {
        EventStream stream;
        Stores.pause(Stores.mysqlPid());
        try {
            Poll.until(GIVEN_UP, () -> latest().getValue("backlogs") == null);
            stream = open();
            Poll.until(() -> stream.events().size() >= 2);
        } finally {
            Stores.resume(Stores.mysqlPid());
        }

        JsonObject away = new JsonObject(stream.events().get(1).data());
        assertThat(away.getValue("backlogs"), is(nullValue()));
        assertThat(away.getJsonObject("counted").isEmpty(), is(false));
        Poll.until(() -> latest().getValue("backlogs") != null && isUp(latest(), "MySQL"));
    }

    @Test
    void aStoreThatIsAwayIsToldSo() {
        Stores.pause(Stores.redisPid());
        try {
            Poll.until(() -> !isUp(latest(), "Redis"));
            assertThat(isUp(latest(), "MySQL"), is(true));
        } finally {
            Stores.resume(Stores.redisPid());
        }

        Poll.until(() -> isUp(latest(), "Redis"));
    }

    @Test
    void aStreamDoesNotOutliveItsSignIn() {
        String shortLived = Jwt.subject("olga")
                .issuer(issuer)
                .groups("operator")
                .expiresIn(Duration.ofSeconds(1))
                .sign();

        EventStream stream = EventStream.openAt(figures.toString(), shortLived, null);
        opened.add(stream);

        Poll.until(stream::hasEnded);
        assertThat(stream.events().size(), is(lessThan(8)));
    }

    private EventStream open() {
        asOperator();
        EventStream stream = EventStream.openAt(figures.toString(), bearer("ops", "operator"), null);
        opened.add(stream);
        return stream;
    }

    /** As a console sees it that has just been opened. */
    private JsonObject latest() {
        asOperator();
        try (EventStream stream = EventStream.openAt(figures.toString(), bearer("ops", "operator"), null)) {
            if (stream.status() != 200) {
                return new JsonObject();
            }
            Poll.until(() -> !stream.events().isEmpty());
            return new JsonObject(stream.events().get(0).data());
        }
    }

    private static long grown(JsonObject before, JsonObject after, String what, String label) {
        return counted(after, what, label) - counted(before, what, label);
    }

    private static long counted(JsonObject figures, String what, String label) {
        return figures.getJsonObject("counted").getJsonObject(what).getLong(label, 0L);
    }

    private static JsonArray took(JsonObject figures) {
        return figures.getJsonObject("latency").getJsonObject("took").getJsonArray("pay");
    }

    private static long last(JsonArray counts) {
        return counts.getLong(counts.size() - 1);
    }

    private static JsonObject backlog(JsonObject figures, String name) {
        return figures.getJsonObject("backlogs").getJsonObject(name);
    }

    private static boolean isUp(JsonObject figures, String store) {
        return figures.getJsonArray("checks").stream()
                .map(JsonObject.class::cast)
                .anyMatch(check -> check.getString("name").equals(store) && check.getBoolean("up"));
    }
}
