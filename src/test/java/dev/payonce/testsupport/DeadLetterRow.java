package dev.payonce.testsupport;

import dev.payonce.value.DeadLetterId;

/** A message that cannot be cured, as a consumer would have left it. */
public final class DeadLetterRow {

    private static final String ADD =
            """
            insert into dead_letter (id, digest, broker, queue, reason, detail, status, deliveries, body, body_size,
              headers, first_seen_at, last_seen_at)
            values (?, unhex(sha2(?, 256)), 'test', 'payonce-commands', 'MALFORMED', '', 'DEAD', 1, '{', 1, '{}',
              utc_timestamp(6), utc_timestamp(6))""";

    private DeadLetterRow() {}

    /** However the test reaches MySQL. */
    public interface Update {

        void run(String statement, Object... parameters);
    }

    /** @return its id */
    public static String add(Update store) {
        DeadLetterId id = DeadLetterId.next();
        store.run(ADD, id.value(), id.toString());
        return id.toString();
    }
}
