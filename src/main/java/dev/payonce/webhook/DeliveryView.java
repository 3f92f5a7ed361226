package dev.payonce.webhook;

import dev.payonce.events.DeliveryLog;
import dev.payonce.events.DeliveryStatus;
import dev.payonce.value.DeliveryId;
import dev.payonce.value.EventId;
import dev.payonce.value.OrderId;
import java.time.Instant;
import java.util.List;

/**
 * A delivery as its merchant sees it.
 *
 * @param attempts how often it was tried, one that a crash cut off included
 * @param log the attempts whose end is known, oldest first
 * @param nextAttemptAt null while it is being told, and after its end
 */
record DeliveryView(
        DeliveryId id,
        String endpointId,
        EventId eventId,
        OrderId orderId,
        String type,
        DeliveryStatus status,
        int attempts,
        List<DeliveryLog.Attempt> log,
        Instant nextAttemptAt,
        Instant createdAt,
        Instant endedAt) {

    static DeliveryView of(DeliveryLog.Entry entry) {
        return new DeliveryView(
                entry.id(),
                entry.receiver(),
                entry.eventId(),
                entry.orderId(),
                entry.type(),
                entry.status(),
                entry.attempts(),
                entry.log(),
                entry.nextAttemptAt(),
                entry.createdAt(),
                entry.endedAt());
    }
}
