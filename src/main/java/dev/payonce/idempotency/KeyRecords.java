package dev.payonce.idempotency;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Query;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The table {@code idempotency_record}. Its primary key decides who of two twins is first. */
@ApplicationScoped
class KeyRecords {

    private static final String FIND =
            """
            select fingerprint, result from idempotency_record where scope = :scope and idempotency_key = :key""";

    /** Waits for a twin that holds the key; IGNORE, for a failed statement would spoil the transaction. */
    private static final String RESERVE =
            """
            insert ignore into idempotency_record (scope, idempotency_key, fingerprint, result, created_at)
            values (:scope, :key, :fingerprint, '', utc_timestamp(6))""";

    private static final String COMPLETE =
            """
            update idempotency_record set result = :result where scope = :scope and idempotency_key = :key""";

    private static final String FORGET =
            """
            delete from idempotency_record
            where created_at < date_sub(utc_timestamp(6), interval :seconds second) limit :rows""";

    private final EntityManager store;

    KeyRecords(EntityManager store) {
        this.store = store;
    }

    Optional<KeyRecord> find(KeyedRequest request) {
        List<?> rows = about(request, FIND).getResultList();
        return rows.stream()
                .map(Object[].class::cast)
                .map(row -> new KeyRecord((byte[]) row[0], (String) row[1]))
                .findFirst();
    }

    /** Whether the key is now ours, until this transaction ends. */
    boolean reserve(KeyedRequest request, byte[] fingerprint) {
        return about(request, RESERVE).setParameter("fingerprint", fingerprint).executeUpdate() == 1;
    }

    void complete(KeyedRequest request, String result) {
        about(request, COMPLETE).setParameter("result", result).executeUpdate();
    }

    int forget(Duration olderThan, int rows) {
        return store.createNativeQuery(FORGET)
                .setParameter("seconds", olderThan.toSeconds())
                .setParameter("rows", rows)
                .executeUpdate();
    }

    private Query about(KeyedRequest request, String statement) {
        return store.createNativeQuery(statement)
                .setParameter("scope", request.scope())
                .setParameter("key", request.keyBytes());
    }

    record KeyRecord(byte[] fingerprint, String result) {}
}
