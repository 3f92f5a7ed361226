package dev.payonce.web;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.equalTo;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The Prefer header (RFC 7240) is read as clients write it. */
class PreferenceTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "respond-async",
                "Respond-Async",
                "respond-async, wait=10",
                "wait=10,respond-async",
                "return=minimal; note=\"a, b\" , respond-async",
                "respond-async; foo=bar",
                "respond-async;foo=\"respond, async\"",
                "respond-async=\"\"",
                "respond-async =",
                ", ,respond-async,,",
                "note=\"a \\\" b\", respond-async",
                "=, respond-async",
            })
    void thePreferenceIsFound(String line) {
        assertThat(Preference.RESPOND_ASYNC.isAmong(List.of(line)), equalTo(true));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "wait=10",
                "respond-asynchronously",
                "respond",
                "x-respond-async",
                "respond-async=no",
                "respond-async=\"no\"",
                "note=respond-async",
                "note=\"x, respond-async\"",
                "note=\"x, respond-async",
                "foo; respond-async",
            })
    void whatIsSomethingElseIsNot(String line) {
        assertThat(Preference.RESPOND_ASYNC.isAmong(List.of(line)), equalTo(false));
    }

    @Test
    void theHeaderMayBeSentManyTimesOrNotAtAll() {
        assertThat(Preference.RESPOND_ASYNC.isAmong(List.of("wait=10", "respond-async")), equalTo(true));
        assertThat(Preference.RESPOND_ASYNC.isAmong(List.of()), equalTo(false));
    }
}
