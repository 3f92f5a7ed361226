package dev.payonce.idempotency;

import dev.payonce.store.OldRows;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Query;
import java.time.Duration;
import java.time.Instant;

/** The table {@code idempotency_record}. Its primary key decides who of two twins is first. */
@ApplicationScoped
class DatabaseRecords {

    /** Always one row: MySQL's time is wanted also where there is no record. Times in ms since 1970, UTC. */
    private static final String FIND =
            """
            select timestampdiff(microsecond, '1970-01-01', utc_timestamp(6)) div 1000,
                   timestampdiff(microsecond, '1970-01-01', r.created_at) div 1000, r.fingerprint, r.result
            from (select 1 as one) here
            left join idempotency_record r on r.scope = :scope and r.idempotency_key = :key""";

    /** Waits for a twin that holds the key; IGNORE, for a failed statement would spoil the transaction. */
    private static final String RESERVE =
            """
            insert ignore into idempotency_record (scope, idempotency_key, fingerprint, result, created_at)
            values (:scope, :key, :fingerprint, '', utc_timestamp(6))""";

    private static final String COMPLETE =
            """
            update idempotency_record set result = :result where scope = :scope and idempotency_key = :key""";

    private final EntityManager store;
    private final OldRows oldRows;

    DatabaseRecords(EntityManager store, OldRows oldRows) {
        this.store = store;
        this.oldRows = oldRows;
    }

    Found find(KeyedRequest request) {
        Object[] row = (Object[]) about(request, FIND).getSingleResult();
        return new Found(time(row[0]), time(row[1]), (byte[]) row[2], (String) row[3]);
    }

    private static Instant time(Object millis) {
        return millis == null ? null : Instant.ofEpochMilli(((Number) millis).longValue());
    }

    /** Whether the key is now ours, until this transaction ends. */
    boolean reserve(KeyedRequest request, byte[] fingerprint) {
        return about(request, RESERVE).setParameter("fingerprint", fingerprint).executeUpdate() == 1;
    }

    void complete(KeyedRequest request, String result) {
        about(request, COMPLETE).setParameter("result", result).executeUpdate();
    }

    /** In a transaction of its own. */
    int forget(Duration olderThan, int rows) {
        return oldRows.delete("idempotency_record", "created_at", olderThan, rows);
    }

    private Query about(KeyedRequest request, String statement) {
        return store.createNativeQuery(statement)
                .setParameter("scope", request.scope())
                .setParameter("key", request.keyBytes());
    }

    /**
     * What MySQL has under a key.
     *
     * @param readAt MySQL's time
     * @param createdAt null, like the rest, where there is no record
     */
    record Found(Instant readAt, Instant createdAt, byte[] fingerprint, String result) {

        boolean isRecord() {
            return createdAt != null;
        }
    }
}
