package dev.payonce.messaging;

import dev.payonce.messaging.Outcome.RetryLater;
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
        return reader.read(delivery).fold(this::handle, Unreadable::dead);
    }

    private Outcome handle(Message message) {
        try {
            return message.command()
                    .fold(pay -> payments.handle(message, pay), deduct -> deductions.handle(message, deduct));
        } catch (StoreFault fault) {
            return new RetryLater(message.id(), fault.getMessage(), fault.kind() == StoreFault.Kind.UNREACHABLE);
        } catch (RuntimeException fault) {
            Log.errorf(fault, "%s could not be handled", message);
            return new RetryLater(message.id(), "an unexpected fault, see the log", false);
        }
    }
}
