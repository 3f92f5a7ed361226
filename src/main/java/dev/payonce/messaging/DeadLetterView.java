package dev.payonce.messaging;

import com.fasterxml.jackson.annotation.JsonRawValue;
import dev.payonce.value.DeadLetterId;
import java.time.Instant;

/**
 * A dead letter as an operator sees it.
 *
 * @param broker with {@code queue}, {@code partition} and {@code offset}: where it came from
 * @param messageId null where it has none
 * @param deliveries how often it was delivered in vain
 * @param bodySize of the original, in bytes
 * @param body masked; only the beginning of a message that is too large
 * @param headers a JSON object of texts
 */
record DeadLetterView(
        DeadLetterId id,
        String broker,
        String queue,
        Integer partition,
        Long offset,
        String messageId,
        DeadReason reason,
        String detail,
        DeadLetter.Status status,
        int deliveries,
        int bodySize,
        String bodyEncoding,
        String body,
        @JsonRawValue String headers,
        Instant firstSeenAt,
        Instant lastSeenAt,
        Instant redrivenAt) {

    static DeadLetterView of(DeadLetter letter) {
        Origin origin = letter.origin();
        ShownBody shown = ShownBody.of(letter.body());
        return new DeadLetterView(
                letter.id(),
                origin.broker(),
                origin.queue(),
                origin.partition(),
                origin.offset(),
                letter.messageId(),
                letter.reason(),
                letter.detail(),
                letter.status(),
                letter.deliveries(),
                letter.bodySize(),
                shown.encoding(),
                shown.body(),
                letter.headers(),
                letter.firstSeenAt(),
                letter.lastSeenAt(),
                letter.redrivenAt());
    }
}
