package dev.payonce.messaging;

import dev.payonce.messaging.Outcome.Dead;
import java.util.function.Function;

/** What could be made of the bytes of a message. */
sealed interface Reading {

    <T> T fold(Function<Message, T> read, Function<Unreadable, T> unreadable);

    record Read(Message message) implements Reading {

        @Override
        public <T> T fold(Function<Message, T> read, Function<Unreadable, T> unreadable) {
            return read.apply(message);
        }
    }

    /** @param messageId as far as it is known; null without one */
    record Unreadable(String messageId, DeadReason reason, String detail) implements Reading {

        @Override
        public <T> T fold(Function<Message, T> read, Function<Unreadable, T> unreadable) {
            return unreadable.apply(this);
        }

        Dead dead() {
            return new Dead(messageId, reason, detail);
        }
    }
}
