package dev.payonce.audit;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.payonce.audit.Deed.Result;
import dev.payonce.store.Chore;
import dev.payonce.store.OldRows;
import dev.payonce.store.RetentionConfig;
import dev.payonce.store.Transactions;
import dev.payonce.value.AuditId;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.persistence.EntityManager;
import jakarta.persistence.TypedQuery;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.hibernate.Session;

/** The audit in MySQL: rows are added and, past their retention, deleted; nothing changes one. */
@ApplicationScoped
public class AuditBook {

    /** A batch whose commit was not answered is written again, and is there already. */
    private static final String WRITE =
            """
            insert ignore into audit_entry (id, at, actor, roles, result, method, path, subject, status, times,
              came_from, request_id) values
            """;

    private static final String ROW =
            "(?, date_sub(utc_timestamp(6), interval ? microsecond), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";

    private final EntityManager store;
    private final Transactions transactions;
    private final OldRows oldRows;
    private final Duration retention;

    AuditBook(EntityManager store, Transactions transactions, OldRows oldRows, RetentionConfig retention) {
        this.store = store;
        this.transactions = transactions;
        this.oldRows = oldRows;
        this.retention = retention.audit();
    }

    /** Blocks. All of them, or none. */
    void write(List<Deed> deeds) {
        transactions.inNew(() -> {
            store.unwrap(Session.class).doWork(connection -> insert(connection, deeds));
            return null;
        });
    }

    private static void insert(Connection connection, List<Deed> deeds) throws SQLException {
        String rows = String.join(",", Collections.nCopies(deeds.size(), ROW));
        try (PreparedStatement statement = connection.prepareStatement(WRITE + rows)) {
            int column = 0;
            for (Deed deed : deeds) {
                column = bind(statement, column, deed);
            }
            statement.executeUpdate();
        }
    }

    private static int bind(PreparedStatement statement, int before, Deed deed) throws SQLException {
        int column = before;
        statement.setLong(++column, deed.id().value());
        statement.setLong(++column, deed.since().elapsed().toNanos() / 1000);
        statement.setBytes(++column, deed.actor() == null ? null : deed.actor().getBytes(UTF_8));
        statement.setString(++column, deed.roles());
        statement.setString(++column, deed.result().name());
        statement.setString(++column, deed.method());
        statement.setString(++column, deed.path());
        statement.setString(++column, deed.subject());
        statement.setInt(++column, deed.status());
        statement.setInt(++column, deed.times());
        statement.setString(++column, deed.address());
        statement.setString(++column, deed.requestId());
        return column;
    }

    /** Newest first. Blocks. */
    List<AuditEntry.View> page(Optional<String> actor, Optional<Result> result, AuditId before, int limit) {
        return transactions.read(() -> {
            TypedQuery<AuditEntry> query = store.createQuery(query(actor, result), AuditEntry.class);
            actor.ifPresent(one -> query.setParameter("actor", one));
            result.ifPresent(one -> query.setParameter("result", one));
            return query.setParameter("before", before.value()).setMaxResults(limit).getResultList().stream()
                    .map(AuditEntry::view)
                    .toList();
        });
    }

    private static String query(Optional<String> actor, Optional<Result> result) {
        return "from AuditEntry where id < :before"
                + actor.map(one -> " and actor = :actor").orElse("")
                + result.map(one -> " and result = :result").orElse("")
                + " order by id desc";
    }

    @Produces
    Chore forgetting() {
        return new Chore("forgetting of old entries of the audit", this::forgetOld);
    }

    /** Forgets at most so many that are past their retention; answers how many. Blocks. */
    int forgetOld(int limit) {
        return oldRows.delete("audit_entry", "at", retention, limit);
    }
}
