package dev.payonce.webhook;

import jakarta.persistence.Embeddable;
import java.time.Instant;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.type.SqlTypes;

/**
 * What an endpoint signed with before its previous secret.
 *
 * @param secret sealed
 * @param signsUntil when the overlap after its own rotation ends
 */
@Embeddable
record EarlierSecret(@JdbcTypeCode(SqlTypes.VARBINARY) byte[] secret, Instant signsUntil) {}
