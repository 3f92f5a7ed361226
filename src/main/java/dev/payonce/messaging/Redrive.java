package dev.payonce.messaging;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.payonce.messaging.Outcome.Dead;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Map;

/** Sends a dead letter through the handler again. The inbox keeps it from taking effect twice, whoever else does so. */
@ApplicationScoped
class Redrive {

    private static final TypeReference<Map<String, String>> HEADERS = new TypeReference<>() {};

    private final MessageHandler handler;
    private final DeadLetters letters;
    private final ObjectMapper json;

    Redrive(MessageHandler handler, DeadLetters letters, ObjectMapper json) {
        this.handler = handler;
        this.letters = letters;
        this.json = json;
    }

    Outcome redrive(DeadLetter letter) {
        Outcome outcome = handler.handle(delivery(letter));
        if (outcome instanceof Dead dead) {
            letters.stillDead(letter.id(), dead);
        } else if (outcome.kind() != Outcome.Kind.RETRY_LATER) {
            letters.redriven(letter.id());
        }
        return outcome;
    }

    private Delivery delivery(DeadLetter letter) {
        try {
            return new Delivery(
                    letter.origin(), letter.messageId(), json.readValue(letter.headers(), HEADERS), letter.body());
        } catch (JsonProcessingException broken) {
            throw new IllegalStateException("the headers of " + letter.id() + " cannot be read", broken);
        }
    }
}
