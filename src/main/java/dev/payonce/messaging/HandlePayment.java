package dev.payonce.messaging;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.payonce.messaging.Command.PayOrder;
import dev.payonce.messaging.Inbox.Mark;
import dev.payonce.messaging.Outcome.Handled;
import dev.payonce.messaging.Outcome.Replayed;
import dev.payonce.payment.PayByMessage;
import dev.payonce.payment.PayByMessage.Opening;
import dev.payonce.payment.PaymentWish;
import dev.payonce.token.TokenId;
import dev.payonce.value.PaymentId;
import dev.payonce.value.Sha256;
import io.quarkus.logging.Log;
import io.smallrye.mutiny.TimeoutException;
import jakarta.enterprise.context.ApplicationScoped;

/**
 * {@code order.payment}: opens a payment and marks the message in one transaction, then sends the payment. One that the
 * gateway declines, or whose end nobody knows yet, is handled all the same: its row is durable and comes to its end.
 */
@ApplicationScoped
class HandlePayment {

    private static final String ACTOR = "messages";

    private final Inbox inbox;
    private final PayByMessage payByMessage;
    private final MessagingConfig config;

    HandlePayment(Inbox inbox, PayByMessage payByMessage, MessagingConfig config) {
        this.inbox = inbox;
        this.payByMessage = payByMessage;
        this.config = config;
    }

    /** @param payment to be sent once this is committed; null for none */
    private record Step(Outcome outcome, PaymentId payment) {}

    Outcome handle(Message message, PayOrder command) {
        Step step =
                inbox.once(message, earlier -> known(message, earlier), () -> open(message, wish(message, command)));
        if (step.payment() != null) {
            send(step.payment());
        }
        return step.outcome();
    }

    /** Its id is made of the message's, so that a redelivery finds its own payment even when the inbox has forgotten it. */
    private PaymentWish wish(Message message, PayOrder command) {
        byte[] id = Sha256.of((config.consumer() + "\n").getBytes(UTF_8), message.idBytes());
        return new PaymentWish(TokenId.of(id), command.order(), command.paymentMethod(), ACTOR);
    }

    /** Whoever opened the payment may have died before it was sent. */
    private static Step known(Message message, Mark earlier) {
        Outcome outcome = earlier.replay(message);
        return new Step(outcome, outcome instanceof Replayed ? PaymentId.fromString(earlier.result()) : null);
    }

    private Step open(Message message, PaymentWish wish) {
        Opening opening = payByMessage.open(wish);
        return switch (opening.kind()) {
            case UNKNOWN_ORDER -> dead(message, DeadReason.UNKNOWN_ORDER, "there is no such order");
            case ORDER_IS_OVER -> dead(message, DeadReason.ILLEGAL_STATE, "the order is cancelled or expired");
            case REUSED -> new Step(message.reused(), null);
            case RECORDED -> {
                inbox.mark(message, opening.payment().toString());
                yield new Step(new Handled(), opening.payment());
            }
        };
    }

    private static Step dead(Message message, DeadReason reason, String detail) {
        return new Step(message.dead(reason, detail), null);
    }

    private void send(PaymentId payment) {
        try {
            payByMessage.send(payment).await().atMost(config.patience());
        } catch (TimeoutException late) {
            Log.warnf("%s was not settled within %s and is left to recovery", payment, config.patience());
        }
    }
}
