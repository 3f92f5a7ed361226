package dev.payonce.gateway;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.not;

import dev.payonce.testsupport.WithStores;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Callers and background work share the gateway: so much at once, and neither keeps the other away. */
@QuarkusTest
@WithStores
class TurnsTest {

    private static final int CONCURRENT = 4;
    private static final int BACKGROUND = 2;
    private static final int WAITING = 20;

    private final Turns turns = new Turns(CONCURRENT, BACKGROUND, WAITING);
    /** What has begun and not ended, in the order in which it began. */
    private final Map<String, UniEmitter<? super String>> atWork = new LinkedHashMap<>();

    private final List<String> turnedAway = new ArrayList<>();

    @Test
    void noMoreThanTheLimitIsAtWorkAndTheRestComesInOrder() {
        callers(0, 6);

        assertThat(List.copyOf(atWork.keySet()), contains("caller 0", "caller 1", "caller 2", "caller 3"));
        end("caller 2");
        assertThat(List.copyOf(atWork.keySet()), contains("caller 0", "caller 1", "caller 3", "caller 4"));
    }

    @Test
    void aFullBufferLeavesRoomForCallers() {
        background(0, BACKGROUND + WAITING);

        callers(0, 2);

        assertThat(List.copyOf(atWork.keySet()), contains("background 0", "background 1", "caller 0", "caller 1"));
    }

    @Test
    void manyCallersThatWaitDoNotKeepTheBufferAway() {
        callers(0, CONCURRENT + WAITING);
        background(0, 1);
        assertThat(atWork.keySet(), not(hasItem("background 0")));

        end("caller 0");

        assertThat(atWork.keySet(), hasItem("background 0"));
    }

    @Test
    void whereTooManyWaitTheNextIsTurnedAwayAndTheOtherKindIsNot() {
        callers(0, CONCURRENT + WAITING);

        callers(100, 1);
        background(0, BACKGROUND + WAITING + 1);

        assertThat(turnedAway, contains("caller 100", "background " + (BACKGROUND + WAITING)));
    }

    @Test
    void allIsDoneInTheEnd() {
        callers(0, CONCURRENT + WAITING);
        background(0, BACKGROUND + WAITING);

        int done = 0;
        while (!atWork.isEmpty()) {
            assertThat(atWork.size() <= CONCURRENT, equalTo(true));
            end(atWork.keySet().iterator().next());
            done++;
        }

        assertThat(done, equalTo(CONCURRENT + BACKGROUND + 2 * WAITING));
        assertThat(turnedAway, hasSize(0));
    }

    private void callers(int first, int count) {
        IntStream.range(first, first + count)
                .mapToObj(i -> "caller " + i)
                .forEach(name -> begin(name, turns.take(work(name))));
    }

    private void background(int first, int count) {
        IntStream.range(first, first + count)
                .mapToObj(i -> "background " + i)
                .forEach(name -> begin(name, turns.takeInBackground(work(name))));
    }

    private void begin(String name, Uni<String> turn) {
        turn.subscribe().with(done -> {}, fault -> {
            assertThat(fault.toString(), Turns.isFull(fault), equalTo(true));
            turnedAway.add(name);
        });
    }

    private Supplier<Uni<String>> work(String name) {
        return () -> Uni.createFrom().emitter(emitter -> atWork.put(name, emitter));
    }

    private void end(String name) {
        atWork.remove(name).complete(name);
    }
}
