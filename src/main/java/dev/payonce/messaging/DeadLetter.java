package dev.payonce.messaging;

import dev.payonce.value.DeadLetterId;
import dev.payonce.value.ExactText;
import jakarta.persistence.Convert;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.type.SqlTypes;

/** A message that could not be handled, as it came. Written by statements of {@link DeadLetters}. */
@Entity
@Table(name = "dead_letter")
class DeadLetter {

    /** Whether somebody still has to look at it. */
    enum Status {
        DEAD,
        /** Sent through the handler again, which took it. */
        REDRIVEN
    }

    @Id
    private long id;

    private String broker;
    private String queue;
    private Integer originPartition;
    private Long originOffset;

    @Convert(converter = ExactText.class)
    private String messageId;

    @Enumerated(EnumType.STRING)
    private DeadReason reason;

    private String detail;

    @Enumerated(EnumType.STRING)
    private Status status;

    /** How often it was delivered in vain. */
    private int deliveries;

    @JdbcTypeCode(SqlTypes.LONGVARBINARY)
    private byte[] body;

    /** Of the original, which may be longer than what is kept. */
    private int bodySize;

    /** JSON object of texts. */
    private String headers;

    private Instant firstSeenAt;
    private Instant lastSeenAt;
    private Instant redrivenAt;

    protected DeadLetter() {}

    DeadLetterId id() {
        return new DeadLetterId(id);
    }

    Origin origin() {
        return new Origin(broker, queue, originPartition, originOffset);
    }

    String messageId() {
        return messageId;
    }

    DeadReason reason() {
        return reason;
    }

    String detail() {
        return detail;
    }

    Status status() {
        return status;
    }

    int deliveries() {
        return deliveries;
    }

    byte[] body() {
        return body.clone();
    }

    int bodySize() {
        return bodySize;
    }

    String headers() {
        return headers;
    }

    Instant firstSeenAt() {
        return firstSeenAt;
    }

    Instant lastSeenAt() {
        return lastSeenAt;
    }

    Instant redrivenAt() {
        return redrivenAt;
    }

    /** Still to be done, and all there. */
    boolean mayBeRedriven() {
        return status == Status.DEAD && body.length == bodySize;
    }
}
