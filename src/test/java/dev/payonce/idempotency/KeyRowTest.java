package dev.payonce.idempotency;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.payonce.idempotency.Once.Kind;
import dev.payonce.store.TwinWait;
import dev.payonce.testsupport.WithStores;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Queue;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Keys in rows of a feature's own: the row decides, and Redis tells what is final in it. */
@QuarkusTest
@WithStores
class KeyRowTest {

    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final TwinWait TWINS = new TwinWait(Duration.ofSeconds(2), Duration.ofMillis(100));

    @Inject
    Engines engines;

    private final KeyedRequest request =
            new KeyedRequest("alice", "POST /things", UUID.randomUUID().toString(), "content");

    private record Result(String text) {}

    /** A row that tells one thing after the other. */
    private static final class Row implements KeyRow<Result> {

        private final Queue<Kept<Result>> next;

        Row(List<Kept<Result>> answers) {
            this.next = new ArrayDeque<>(answers);
        }

        @Override
        public Class<Result> type() {
            return Result.class;
        }

        @Override
        public Uni<Kept<Result>> keep(Kind duplicate) {
            return Uni.createFrom().item(next::remove);
        }

        @Override
        public Uni<Kept<Result>> look() {
            return Uni.createFrom().failure(new AssertionError("no twin is at work"));
        }
    }

    private static Row row(List<Kept<Result>> answers) {
        return new Row(answers);
    }

    private static Kept<Result> open(String text) {
        return Kept.forNow(Kind.DONE, new Result(text));
    }

    private static Kept<Result> ended(Kind kind, String text) {
        return Kept.forGood(kind, new Result(text), Instant.now());
    }

    private Once<Result> once(RecordStore store, Row row) {
        Idempotency engine = engines.of(store);
        return engine.once(request, engine.fingerprint(request), TWINS, row)
                .await()
                .atMost(PATIENCE);
    }

    @ParameterizedTest
    @EnumSource(
            value = RecordStore.class,
            names = {"HYBRID", "REDIS"})
    void whatIsNotFinalIsAskedAgainAndWhatIsFinalIsToldByRedis(RecordStore store) {
        Row row = row(List.of(open("open"), open("open still"), ended(Kind.DONE, "end")));

        assertThat(once(store, row).result(), equalTo(new Result("open")));
        assertThat(once(store, row).result(), equalTo(new Result("open still")));
        assertThat(once(store, row), equalTo(new Once<>(Kind.DONE, new Result("end"))));
        assertThat(once(store, row), equalTo(new Once<>(Kind.REPLAYED, new Result("end"))));
        assertThat(once(store, row), equalTo(new Once<>(Kind.REPLAYED, new Result("end"))));
    }

    @Test
    void withTheSettingDatabaseTheRowIsAskedEachTime() {
        Row row = row(List.of(ended(Kind.DONE, "end"), ended(Kind.REPLAYED, "end from the row")));

        assertThat(once(RecordStore.DATABASE, row).result(), equalTo(new Result("end")));
        assertThat(once(RecordStore.DATABASE, row), equalTo(new Once<>(Kind.REPLAYED, new Result("end from the row"))));
    }

    @Test
    void aFaultOfTheRowLeavesTheKeyFree() {
        Row broken = row(List.of());
        Row row = row(List.of(ended(Kind.DONE, "end")));

        assertThrows(NoSuchElementException.class, () -> once(RecordStore.HYBRID, broken));

        assertThat(once(RecordStore.HYBRID, row), equalTo(new Once<>(Kind.DONE, new Result("end"))));
    }
}
