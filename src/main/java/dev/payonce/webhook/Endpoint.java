package dev.payonce.webhook;

import dev.payonce.store.StoreFault;
import dev.payonce.value.EndpointId;
import dev.payonce.value.ExactText;
import jakarta.persistence.Convert;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.PreUpdate;
import jakarta.persistence.Table;
import jakarta.persistence.Version;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.hibernate.annotations.Formula;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.type.SqlTypes;

/** Where a merchant wants to be told. */
@Entity
@Table(name = "webhook_endpoint")
class Endpoint {

    private static final String SEPARATOR = ",";

    @Id
    private long id;

    @Version
    private int version;

    @Convert(converter = ExactText.class)
    private String merchant;

    /** From 0 to below the limit; no two of a merchant's are alike. */
    private int slot;

    private String url;

    /** Null for all. */
    private String events;

    @Convert(converter = EndpointStatus.Column.class)
    private EndpointStatus status;

    @JdbcTypeCode(SqlTypes.VARBINARY)
    private byte[] secret;

    @JdbcTypeCode(SqlTypes.VARBINARY)
    private byte[] previousSecret;

    private Instant previousUntil;
    private Instant createdAt;

    /** MySQL's clock when this row was read. */
    @Formula("utc_timestamp(6)")
    private Instant readAt;

    protected Endpoint() {}

    /** @param secret sealed */
    Endpoint(EndpointId id, String merchant, int slot, NewEndpoint wish, byte[] secret, Instant now) {
        this.id = id.value();
        this.merchant = merchant;
        this.slot = slot;
        this.url = wish.url();
        this.events = wish.events() == null
                ? null
                : String.join(SEPARATOR, wish.events().stream().distinct().toList());
        this.status = EndpointStatus.ENABLED;
        this.secret = secret;
        this.createdAt = now;
        this.readAt = now;
    }

    /**
     * This endpoint, for somebody who is going to change it or to act on its state.
     *
     * @throws StoreFault if a newer version of the service has written it in a way that this one does not know
     */
    Endpoint recognized() {
        if (status == EndpointStatus.UNRECOGNIZED) {
            throw StoreFault.ofNewerVersion(id().toString());
        }
        return this;
    }

    /** A flush would write UNRECOGNIZED over the value of a newer version. */
    @PreUpdate
    void refuseUpdateIfUnrecognized() {
        recognized();
    }

    /** The secret so far goes on signing beside the new one for a while. */
    void rotate(byte[] newSecret, Duration overlap) {
        previousSecret = secret;
        previousUntil = readAt.plus(overlap);
        secret = newSecret;
    }

    /** The same secrets under another key. */
    void reseal(byte[] sameSecret, byte[] samePrevious) {
        secret = sameSecret;
        previousSecret = samePrevious;
    }

    void disable() {
        status = EndpointStatus.DISABLED;
    }

    boolean isEnabled() {
        return status == EndpointStatus.ENABLED;
    }

    EndpointId id() {
        return new EndpointId(id);
    }

    String merchant() {
        return merchant;
    }

    int slot() {
        return slot;
    }

    String url() {
        return url;
    }

    /** Empty for all. */
    List<String> events() {
        return events == null ? List.of() : List.of(events.split(SEPARATOR));
    }

    EndpointStatus status() {
        return status;
    }

    byte[] secret() {
        return secret;
    }

    /** Null unless it still signs. */
    byte[] previousSecret() {
        return previousSignsUntil() == null ? null : previousSecret;
    }

    /** Null unless there is a previous secret that still signs. */
    Instant previousSignsUntil() {
        return previousUntil != null && readAt.isBefore(previousUntil) ? previousUntil : null;
    }

    Instant createdAt() {
        return createdAt;
    }
}
