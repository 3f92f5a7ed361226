package dev.payonce.events;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.allOf;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.greaterThanOrEqualTo;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.lessThanOrEqualTo;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** How pauses grow. */
class PaceTest {

    private static final Duration THREE_DAYS = Duration.ofDays(3);

    private final Pace pace = pace(Duration.ofSeconds(20));

    @Test
    void pausesGrowToTheLongest() {
        assertThat(
                IntStream.rangeClosed(1, 9)
                        .mapToObj(tries -> pace.pauseAfter(tries, 1).toSeconds())
                        .toList(),
                equalTo(List.of(10L, 30L, 90L, 270L, 810L, 2430L, 7290L, 21870L, 28800L)));
        assertThat(pace.pauseAfter(1000, 1), equalTo(Duration.ofHours(8)));
    }

    @Test
    void pausesAreSpreadOverTheirUpperHalf() {
        assertThat(pace.pauseAfter(2, 0), equalTo(Duration.ofSeconds(15)));
        assertThat(pace.pauseAfter(2, 0.5), equalTo(Duration.ofMillis(22_500)));
    }

    @Test
    void threeDaysAreAboutSixteenTries() {
        int tries = 0;
        Duration passed = Duration.ZERO;
        while (passed.compareTo(THREE_DAYS) < 0) {
            passed = passed.plus(pace.pauseAfter(++tries, 1));
        }

        assertThat(tries, is(allOf(greaterThanOrEqualTo(14), lessThanOrEqualTo(18))));
    }

    @Test
    void aLeaseThatIsShorterThanItsTimeOutIsRefused() {
        assertThrows(IllegalArgumentException.class, () -> pace(Duration.ofSeconds(10)));
    }

    private static Pace pace(Duration lease) {
        return new Pace(
                5,
                Duration.ofSeconds(10),
                lease,
                Duration.ofSeconds(10),
                3,
                Duration.ofHours(8),
                Optional.of(THREE_DAYS),
                true);
    }
}
