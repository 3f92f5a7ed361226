package dev.payonce.messaging;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;

import com.rabbitmq.client.Channel;
import java.lang.reflect.Proxy;
import org.junit.jupiter.api.Test;

/** A delivery that goes wrong in a way nobody has thought of. */
class RabbitSessionTest {

    @Test
    void anErrorEndsTheSessionSoThatTheMessageComesAgain() {
        Supervisor supervisor = new Supervisor("test", null, null);
        RabbitSession session = new RabbitSession(openChannel(), "queue", supervisor, (own, tag, delivery) -> {});

        session.finish(1, () -> {
            throw new NoClassDefFoundError("a test");
        });

        assertThat(session.isOpen(), is(false));
    }

    /** Open, and nothing else. */
    private static Channel openChannel() {
        return (Channel) Proxy.newProxyInstance(
                RabbitSessionTest.class.getClassLoader(),
                new Class<?>[] {Channel.class},
                (proxy, method, values) -> true);
    }
}
