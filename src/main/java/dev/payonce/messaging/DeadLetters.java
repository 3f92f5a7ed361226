package dev.payonce.messaging;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.payonce.messaging.Outcome.Dead;
import dev.payonce.store.Chore;
import dev.payonce.store.OldRows;
import dev.payonce.store.RetentionConfig;
import dev.payonce.store.Transactions;
import dev.payonce.value.DeadLetterId;
import dev.payonce.value.Sha256;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.persistence.EntityManager;
import jakarta.persistence.TypedQuery;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The dead letters in MySQL: one row for each message, however often it is delivered in vain. */
@ApplicationScoped
public class DeadLetters {

    private static final int MAX_ID_BYTES = 1020;
    private static final int MAX_DETAIL = 255;

    private static final String BURY =
            """
            insert into dead_letter (id, digest, broker, queue, origin_partition, origin_offset, message_id, reason,
              detail, status, deliveries, body, body_size, headers, first_seen_at, last_seen_at)
            values (:id, :digest, :broker, :queue, :partition, :offset, :messageId, :reason,
              :detail, 'DEAD', 1, :body, :size, :headers,
              date_sub(utc_timestamp(6), interval :micros microsecond), utc_timestamp(6))
            on duplicate key update reason = values(reason), detail = values(detail), status = 'DEAD',
              deliveries = deliveries + 1, last_seen_at = utc_timestamp(6)""";

    /** The row that is there keeps its id. */
    private static final String ID = "select id from dead_letter where digest = :digest";

    private static final String NEWEST = "from DeadLetter where id < :before order by id desc";

    private static final String NEWEST_OF_STATUS =
            "from DeadLetter where status = :status and id < :before order by id desc";

    private static final String REDRIVEN =
            """
            update dead_letter set status = 'REDRIVEN', redriven_at = utc_timestamp(6)
            where id = :id and status = 'DEAD'""";

    private static final String STILL_DEAD =
            "update dead_letter set reason = :reason, detail = :detail where id = :id and status = 'DEAD'";

    private final EntityManager store;
    private final Transactions transactions;
    private final OldRows oldRows;
    private final MessagingConfig config;
    private final ObjectMapper json;
    private final Duration retention;

    DeadLetters(
            EntityManager store,
            Transactions transactions,
            OldRows oldRows,
            MessagingConfig config,
            ObjectMapper json,
            RetentionConfig retention) {
        this.store = store;
        this.transactions = transactions;
        this.oldRows = oldRows;
        this.config = config;
        this.json = json;
        this.retention = retention.deadLetters();
    }

    /** @param sinceFirstSeen how long ago the delivery came */
    DeadLetterId bury(Delivery delivery, Dead dead, Duration sinceFirstSeen) {
        byte[] digest = digest(delivery, dead);
        return transactions.inNew(() -> {
            insert(delivery, dead, digest, sinceFirstSeen);
            Number id = (Number)
                    store.createNativeQuery(ID).setParameter("digest", digest).getSingleResult();
            return new DeadLetterId(id.longValue());
        });
    }

    private void insert(Delivery delivery, Dead dead, byte[] digest, Duration sinceFirstSeen) {
        Origin origin = delivery.origin();
        store.createNativeQuery(BURY)
                .setParameter("id", DeadLetterId.next().value())
                .setParameter("digest", digest)
                .setParameter("broker", origin.broker())
                .setParameter("queue", origin.queue())
                .setParameter("partition", origin.partition())
                .setParameter("offset", origin.offset())
                .setParameter("messageId", cut(dead.messageId()))
                .setParameter("reason", dead.reason().name())
                .setParameter("detail", cutDetail(dead.detail()))
                .setParameter("body", kept(delivery.body()))
                .setParameter("size", delivery.body().length)
                .setParameter("headers", write(delivery))
                .setParameter("micros", sinceFirstSeen.toNanos() / 1000)
                .executeUpdate();
    }

    /** Where a broker has no offsets, the same bytes under the same id are the same message. */
    private static byte[] digest(Delivery delivery, Dead dead) {
        return Sha256.of(
                (delivery.origin() + "\n").getBytes(UTF_8),
                (String.valueOf(dead.messageId()) + "\n").getBytes(UTF_8),
                delivery.body());
    }

    /** Too long an id stays too long. */
    private static byte[] cut(String messageId) {
        return messageId == null
                ? null
                : Arrays.copyOf(messageId.getBytes(UTF_8), Math.min(messageId.getBytes(UTF_8).length, MAX_ID_BYTES));
    }

    private static String cutDetail(String detail) {
        return detail.substring(0, Math.min(detail.length(), MAX_DETAIL));
    }

    private byte[] kept(byte[] body) {
        return body.length <= config.maxBytes() ? body : Arrays.copyOf(body, config.maxBytes());
    }

    private String write(Delivery delivery) {
        try {
            return json.writeValueAsString(KeptHeaders.of(delivery.headers()));
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException("texts have a JSON form", impossible);
        }
    }

    /** As it is now, whatever this request has read before. */
    Optional<DeadLetter> find(DeadLetterId id) {
        return transactions.inNew(() -> Optional.ofNullable(store.find(DeadLetter.class, id.value())));
    }

    /** Newest first; all, or those in one state. */
    List<DeadLetter> page(Optional<DeadLetter.Status> status, DeadLetterId before, int limit) {
        return transactions.read(() -> {
            TypedQuery<DeadLetter> query =
                    store.createQuery(status.isPresent() ? NEWEST_OF_STATUS : NEWEST, DeadLetter.class);
            status.ifPresent(one -> query.setParameter("status", one));
            return query.setParameter("before", before.value())
                    .setMaxResults(limit)
                    .getResultList();
        });
    }

    /** The handler has taken it. */
    void redriven(DeadLetterId id) {
        transactions.inNew(() ->
                store.createNativeQuery(REDRIVEN).setParameter("id", id.value()).executeUpdate());
    }

    /** The handler has refused it once more, perhaps for another reason. */
    void stillDead(DeadLetterId id, Dead dead) {
        transactions.inNew(() -> store.createNativeQuery(STILL_DEAD)
                .setParameter("id", id.value())
                .setParameter("reason", dead.reason().name())
                .setParameter("detail", cutDetail(dead.detail()))
                .executeUpdate());
    }

    @Produces
    Chore forgetting() {
        return new Chore("forgetting of old dead letters", this::forgetOld);
    }

    /** Forgets at most so many that are past their retention; answers how many. Blocks. */
    int forgetOld(int limit) {
        return oldRows.delete("dead_letter", "last_seen_at", retention, limit);
    }
}
