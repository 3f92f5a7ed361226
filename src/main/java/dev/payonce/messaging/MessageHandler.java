package dev.payonce.messaging;

import dev.payonce.messaging.Command.DeductGoods;
import dev.payonce.messaging.Command.PayOrder;
import dev.payonce.messaging.Outcome.Dead;
import dev.payonce.messaging.Outcome.RetryLater;
import dev.payonce.messaging.Reading.Read;
import dev.payonce.messaging.Reading.Unreadable;
import dev.payonce.store.StoreFault;
import io.quarkus.logging.Log;
import jakarta.enterprise.context.ApplicationScoped;

/**
 * The one handler of messages, whichever broker brings them. However often a message is delivered, and to how many
 * instances at once, it takes effect once: its mark in the inbox commits with the effect.
 *
 * <p>The order of checks: size, encoding and JSON; the message's id; its type and data; whether it has been handled;
 * the order; what its state allows.
 */
@ApplicationScoped
class MessageHandler {

    private final MessageReader reader;
    private final HandlePayment payments;
    private final HandleDeduction deductions;

    MessageHandler(MessageReader reader, HandlePayment payments, HandleDeduction deductions) {
        this.reader = reader;
        this.payments = payments;
        this.deductions = deductions;
    }

    /** Blocks. Nothing that goes wrong leaves it as an exception. */
    Outcome handle(Delivery delivery) {
        Reading reading = reader.read(delivery);
        if (reading instanceof Unreadable unreadable) {
            return new Dead(unreadable.messageId(), unreadable.reason(), unreadable.detail());
        }
        return handle(((Read) reading).message());
    }

    private Outcome handle(Message message) {
        try {
            return message.command() instanceof PayOrder pay
                    ? payments.handle(message, pay)
                    : deductions.handle(message, (DeductGoods) message.command());
        } catch (StoreFault fault) {
            return new RetryLater(message.id(), fault.getMessage(), fault.kind() == StoreFault.Kind.UNREACHABLE);
        } catch (RuntimeException fault) {
            Log.errorf(fault, "%s could not be handled", message);
            return new RetryLater(message.id(), "an unexpected fault, see the log", false);
        }
    }
}
