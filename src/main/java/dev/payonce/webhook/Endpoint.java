package dev.payonce.webhook;

import dev.payonce.store.StoreFault;
import dev.payonce.value.EndpointId;
import dev.payonce.value.ExactText;
import jakarta.persistence.CollectionTable;
import jakarta.persistence.Convert;
import jakarta.persistence.ElementCollection;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.OrderColumn;
import jakarta.persistence.PreUpdate;
import jakarta.persistence.Table;
import jakarta.persistence.Version;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
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

    /** Oldest first. None where the previous one has ended: those before it have, too. */
    @ElementCollection
    @CollectionTable(name = "webhook_earlier_secret", joinColumns = @JoinColumn(name = "endpoint_id"))
    @OrderColumn(name = "line")
    private List<EarlierSecret> earlier = new ArrayList<>();

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

    /** Each secret so far goes on signing beside the new one until the overlap after its own rotation ends. */
    void rotate(byte[] newSecret, Duration overlap) {
        earlier.removeIf(one -> !signs(one));
        if (previousSecret() != null) {
            earlier.add(new EarlierSecret(previousSecret, previousUntil));
        }
        previousSecret = secret;
        previousUntil = readAt.plus(overlap);
        secret = newSecret;
    }

    /** How long it is until one of the secrets that sign ends; zero where none will. */
    Duration untilOneEnds() {
        Stream<Instant> ofEarlier = earlier.stream().filter(this::signs).map(EarlierSecret::signsUntil);
        return Stream.concat(ofEarlier, Stream.ofNullable(previousSignsUntil()))
                .min(Comparator.naturalOrder())
                .map(end -> Duration.between(readAt, end))
                .orElse(Duration.ZERO);
    }

    private boolean signs(EarlierSecret one) {
        return readAt.isBefore(one.signsUntil());
    }

    /**
     * The same secrets under another key.
     *
     * @param again null for one that cannot be read any more: it is lost
     */
    void reseal(UnaryOperator<byte[]> again) {
        secret = again.apply(secret);
        previousSecret = previousSecret() == null ? null : again.apply(previousSecret);
        List<EarlierSecret> resealed = earlier.stream()
                .filter(this::signs)
                .map(one -> new EarlierSecret(again.apply(one.secret()), one.signsUntil()))
                .filter(one -> one.secret() != null)
                .toList();
        earlier.clear();
        earlier.addAll(resealed);
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

    /** Sealed: those that sign now. */
    List<byte[]> signing() {
        Stream<byte[]> before = previousSignsUntil() == null
                ? Stream.empty()
                : Stream.concat(
                        Stream.ofNullable(previousSecret),
                        earlier.stream().filter(this::signs).map(EarlierSecret::secret));
        return Stream.concat(Stream.of(secret), before).toList();
    }

    private byte[] previousSecret() {
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
