package dev.payonce.token;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.lessThanOrEqualTo;

import dev.payonce.testsupport.Race;
import dev.payonce.testsupport.WithStores;
import dev.payonce.token.Consumption.Kind;
import dev.payonce.value.OrderId;
import io.quarkus.redis.datasource.RedisDataSource;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The scripts, on a real Redis. */
@QuarkusTest
@WithStores
class TokenStoreTest {

    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final Duration LEASE = Duration.ofSeconds(10);

    @Inject
    TokenStore tokens;

    @Inject
    RedisDataSource redis;

    private final TokenId id = TokenId.random();
    private final OrderId order = OrderId.next();

    @Test
    void aTokenIsConsumedOnce() {
        issue();

        assertThat(consume("first", "content"), equalTo(Kind.GRANTED));
        assertThat(consume("second", "content"), equalTo(Kind.IN_PROGRESS));
    }

    @Test
    void aCommandThatIsSentAgainByItsOwnerIsGrantedAgain() {
        issue();

        assertThat(consume("first", "content"), equalTo(Kind.GRANTED));
        assertThat(consume("first", "content"), equalTo(Kind.GRANTED));
    }

    @Test
    void ofManyAtOnceExactlyOneIsGranted() throws Exception {
        issue();

        List<Kind> answers = Race.run(16, caller -> () -> consume("caller " + caller, "content"));

        assertThat(answers.stream().filter(Kind.GRANTED::equals).count(), equalTo(1L));
        assertThat(answers.stream().filter(Kind.IN_PROGRESS::equals).count(), equalTo(15L));
    }

    @Test
    void anotherContentIsAMismatchBeforeAndAfterTheEnd() {
        issue();
        consume("first", "content");

        assertThat(consume("second", "other content"), equalTo(Kind.MISMATCH));
        done(tokens.record(id, claim("first", "content"), "{}"));
        assertThat(consume("second", "other content"), equalTo(Kind.MISMATCH));
    }

    @Test
    void aClaimWhoseLeaseIsOverIsTakenOver() {
        issue();
        consume("first", "content");
        done(tokens.yield(id, claim("first", "content")));

        assertThat(consume("second", "content"), equalTo(Kind.TAKEN_OVER));
        assertThat(consume("first", "content"), equalTo(Kind.IN_PROGRESS));
    }

    /** After a failover to a server whose clock is behind. */
    @Test
    void aClaimWhoseLeaseEndsTooLateIsTakenOver() {
        issue();
        consume("first", "content");
        redis.hash(String.class)
                .hset(
                        "payonce:{" + id + "}:claim",
                        "lease",
                        Long.toString(System.currentTimeMillis() + LEASE.toMillis() + 60_000));

        assertThat(consume("second", "content"), equalTo(Kind.TAKEN_OVER));
        assertThat(consume("third", "content"), equalTo(Kind.IN_PROGRESS));
    }

    @Test
    void aSharedClaimLetsEverybodyInAndTheLastOneRecords() {
        issue();
        consume("first", "content");
        done(tokens.share(id, claim("stranger", "content")));
        assertThat(consume("second", "content"), equalTo(Kind.IN_PROGRESS));

        done(tokens.share(id, claim("first", "content")));

        assertThat(consume("second", "content"), equalTo(Kind.TAKEN_OVER));
        assertThat(consume("third", "content"), equalTo(Kind.TAKEN_OVER));
        assertThat(consume("fourth", "other content"), equalTo(Kind.MISMATCH));
        done(tokens.record(id, claim("third", "content"), "the outcome"));
        assertThat(consume("second", "content"), equalTo(Kind.RECORDED));
    }

    @Test
    void onlyTheOwnerRecordsAndTheOutcomeIsGivenToAll() {
        issue();
        consume("first", "content");

        done(tokens.record(id, claim("stranger", "content"), "stranger's"));
        assertThat(consume("second", "content"), equalTo(Kind.IN_PROGRESS));
        done(tokens.record(id, claim("first", "content"), "the outcome"));

        Consumption recorded = done(tokens.consume(id, claim("second", "content")));
        assertThat(recorded, equalTo(new Consumption(Kind.RECORDED, "the outcome")));
    }

    @Test
    void aReleasedTokenIsAsGoodAsBeforeForWhatWasLeftOfItsLife() {
        Instant latest = Instant.now().plusSeconds(60);
        done(tokens.issue(id, order, latest));
        consume("first", "content");

        done(tokens.release(id, claim("first", "content"), order));

        long left = redis.key().pttl("payonce:{" + id + "}:token");
        assertThat(left, lessThanOrEqualTo(60_000L));
        assertThat(consume("second", "other content"), equalTo(Kind.GRANTED));
    }

    @Test
    void aLateReleaseByAFormerOwnerChangesNothing() {
        issue();
        consume("first", "content");
        done(tokens.yield(id, claim("first", "content")));
        consume("second", "content");

        done(tokens.release(id, claim("first", "content"), order));

        assertThat(consume("third", "content"), equalTo(Kind.IN_PROGRESS));
    }

    @Test
    void whatRedisDoesNotKnowIsAbsent() {
        assertThat(consume("first", "content"), equalTo(Kind.ABSENT));
    }

    @Test
    void aTokenNeverOutlivesItsOrder() {
        Instant latest = Instant.now().plusSeconds(30);

        TokenLife life = done(tokens.issue(id, order, latest));

        assertThat(life.expiresAt().toEpochMilli(), equalTo(latest.toEpochMilli()));
    }

    @Test
    void anEmptiedScriptCacheIsANormalEvent() {
        issue();
        redis.execute("SCRIPT", "FLUSH");

        assertThat(consume("first", "content"), equalTo(Kind.GRANTED));
    }

    private void issue() {
        done(tokens.issue(id, order, Instant.now().plusSeconds(600)));
    }

    private Kind consume(String owner, String fingerprint) {
        return done(tokens.consume(id, claim(owner, fingerprint))).kind();
    }

    private static Claim claim(String owner, String fingerprint) {
        return new Claim(owner, fingerprint, LEASE);
    }

    private static <T> T done(Uni<T> uni) {
        return uni.await().atMost(PATIENCE);
    }
}
