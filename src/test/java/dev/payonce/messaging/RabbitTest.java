package dev.payonce.messaging;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.equalTo;

import com.rabbitmq.client.AMQP.BasicProperties;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a message carries beside its body: AMQP has no room for an id or a name of more than 255 bytes. */
class RabbitTest {

    private static final String LONGEST = "x".repeat(253) + "\u00e9";

    @Test
    void whatJustFitsIsCarried() {
        BasicProperties properties = Rabbit.persistent(LONGEST, Map.of(LONGEST, "value"));

        assertThat(properties.getMessageId(), equalTo(LONGEST));
        assertThat(properties.getHeaders(), equalTo(Map.of(LONGEST, "value")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"y", "\u00e9", "\ufffd"})
    void whatIsTooLongIsLeftOutAndTheRestIsCarried(String more) {
        BasicProperties properties = Rabbit.persistent(LONGEST + more, Map.of(LONGEST + more, "x", "kept", "y"));

        assertThat(properties.getMessageId(), equalTo(null));
        assertThat(properties.getHeaders(), equalTo(Map.of("kept", "y")));
    }

    @Test
    void whatHasNoIdIsGivenNone() {
        assertThat(Rabbit.persistent(null, Map.of()).getMessageId(), equalTo(null));
    }
}
