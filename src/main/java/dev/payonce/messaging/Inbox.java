package dev.payonce.messaging;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.payonce.messaging.Outcome.Replayed;
import dev.payonce.store.Chore;
import dev.payonce.store.OldRows;
import dev.payonce.store.RetentionConfig;
import dev.payonce.store.Transactions;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Query;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * What has been handled: the mark of a message commits with its effect. Its primary key decides which of two deliveries
 * was first; who loses finds the row when its transaction is run again.
 */
@ApplicationScoped
public class Inbox {

    private static final String FIND =
            "select fingerprint, result from inbox_message where consumer = :consumer and message_id = :id";

    private static final String MARK =
            """
            insert into inbox_message (consumer, message_id, type, fingerprint, result, handled_at)
            values (:consumer, :id, :type, :fingerprint, :result, utc_timestamp(6))""";

    private final EntityManager store;
    private final Transactions transactions;
    private final OldRows oldRows;
    private final byte[] consumer;
    private final Duration retention;

    Inbox(
            EntityManager store,
            Transactions transactions,
            OldRows oldRows,
            MessagingConfig config,
            RetentionConfig retention) {
        this.store = store;
        this.transactions = transactions;
        this.oldRows = oldRows;
        this.consumer = config.consumer().getBytes(UTF_8);
        this.retention = retention.inbox();
    }

    /** @param result what the message brought about, as text */
    record Mark(byte[] fingerprint, String result) {

        /** What a message with the same id is: this one again, or another. */
        Outcome replay(Message message) {
            return MessageDigest.isEqual(fingerprint, message.fingerprint()) ? new Replayed() : message.reused();
        }
    }

    /**
     * In a transaction of its own: what the message is worth now, if it has been handled, else what its first handling
     * brings about, which is to end in {@link #mark} unless the message is a dead letter.
     */
    <T> T once(Message message, Function<Mark, T> known, Supplier<T> first) {
        return transactions.inNew(() -> find(message).map(known).orElseGet(first));
    }

    private Optional<Mark> find(Message message) {
        List<?> rows = about(message, FIND).getResultList();
        return rows.stream()
                .map(Object[].class::cast)
                .map(row -> new Mark((byte[]) row[0], (String) row[1]))
                .findFirst();
    }

    /** In the transaction of the effect. */
    void mark(Message message, String result) {
        about(message, MARK)
                .setParameter("type", message.command().type())
                .setParameter("fingerprint", message.fingerprint())
                .setParameter("result", result)
                .executeUpdate();
    }

    @Produces
    Chore forgetting() {
        return new Chore("forgetting of old messages", this::forgetOld);
    }

    /** Forgets at most so many marks that are past their retention; answers how many. Blocks. */
    int forgetOld(int limit) {
        return oldRows.delete("inbox_message", "handled_at", retention, limit);
    }

    private Query about(Message message, String statement) {
        return store.createNativeQuery(statement)
                .setParameter("consumer", consumer)
                .setParameter("id", message.idBytes());
    }
}
