package dev.payonce.audit;

import dev.payonce.audit.Deed.Result;
import dev.payonce.value.AuditId;
import dev.payonce.value.ExactText;
import jakarta.persistence.Column;
import jakarta.persistence.Convert;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.hibernate.annotations.Immutable;

/** An entry as it is read. Written by a statement of {@link AuditBook}, and never changed. */
@Entity
@Immutable
@Table(name = "audit_entry")
class AuditEntry {

    @Id
    private long id;

    private Instant at;

    @Convert(converter = ExactText.class)
    private String actor;

    private String roles;

    @Enumerated(EnumType.STRING)
    private Result result;

    private String method;
    private String path;
    private String subject;
    private short status;
    private int times;

    @Column(name = "came_from")
    private String address;

    private String requestId;

    protected AuditEntry() {}

    View view() {
        return new View(
                new AuditId(id),
                at,
                actor,
                Arrays.stream(roles.split(",")).filter(role -> !role.isEmpty()).toList(),
                result,
                method,
                path,
                subject,
                status,
                times,
                address,
                requestId);
    }

    /**
     * An entry as an operator sees it.
     *
     * @param actor null where the bearer token had no usable {@code sub}
     * @param subject null where the path says what it was about
     * @param times how many alike it stands for
     */
    record View(
            AuditId id,
            Instant at,
            String actor,
            List<String> roles,
            Result result,
            String method,
            String path,
            String subject,
            int status,
            int times,
            String address,
            String requestId) {}
}
