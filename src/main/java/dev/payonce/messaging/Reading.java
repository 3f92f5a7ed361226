package dev.payonce.messaging;

/** What could be made of the bytes of a message. */
sealed interface Reading {

    record Read(Message message) implements Reading {}

    /** @param messageId as far as it is known; null without one */
    record Unreadable(String messageId, DeadReason reason, String detail) implements Reading {}
}
