package dev.payonce.lab;

import dev.payonce.store.RedisScript;
import dev.payonce.value.Stopwatch;
import io.vertx.mutiny.redis.client.Response;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One process that takes part: a caller's request, a worker or a job, with its ways to the stores and to the gateway. When
 * it has died, all of them are closed to it: no {@code finally} of a pattern can tidy up after a crash.
 */
final class Caller {

    private static final Duration LOOK_EVERY = Duration.ofMillis(50);

    private final String name;
    private final Run run;
    private final LabDatabase database;
    private final LabRedis redis;
    private final LabGateway gateway;
    private final List<Mark> marks = new ArrayList<>();
    private Connection transaction;
    private volatile boolean dead;

    Caller(String name, Run run, LabDatabase database, LabRedis redis, LabGateway gateway) {
        this.name = name;
        this.run = run;
        this.database = database;
        this.redis = redis;
        this.gateway = gateway;
    }

    /** Such as {@code caller-7}; unique in its run. */
    String name() {
        return name;
    }

    Run run() {
        return run;
    }

    /** One statement or more, each of which commits by itself. */
    <T> T sql(SqlWork<T> work) throws SQLException {
        checkAlive();
        return database.run(run.crowd(), work);
    }

    <T> T inTransaction(SqlWork<T> work) throws SQLException {
        checkAlive();
        try {
            return database.inTransaction(run.crowd(), connection -> transaction = connection, work);
        } finally {
            transaction = null;
        }
    }

    /** The database ends the transaction that this caller is in, and with it its locks. */
    void loseTransaction() {
        if (transaction == null) {
            return;
        }
        try {
            transaction.rollback();
            transaction.close();
        } catch (SQLException gone) {
            throw new LabBroken("a transaction could not be ended", gone);
        }
    }

    /** The answer; null where Redis answers nil. */
    Response redis(String command, String... arguments) {
        checkAlive();
        return redis.run(command, arguments);
    }

    Response redis(RedisScript script, List<String> keys, String... arguments) {
        checkAlive();
        return redis.run(script, keys, arguments);
    }

    /** Takes the money. */
    void charge() throws SQLException {
        gateway.charge(this, Charge.plain());
    }

    /** Takes the money, unless the gateway says no. */
    boolean charge(Charge charge) throws SQLException {
        return gateway.charge(this, charge);
    }

    /** Whether the gateway has a charge with this reference. */
    boolean asksGateway(long reference) throws SQLException {
        checkAlive();
        return gateway.knows(this, reference);
    }

    LabStatus orderStatus() throws SQLException {
        LabStatus status = sql(sql -> LabOrders.status(sql, run.id()));
        if (status != LabStatus.PAID) {
            note(Step.FOUND_PAYABLE);
        }
        return status;
    }

    void notePaid() throws SQLException {
        sql(sql -> LabOrders.markPaid(sql, run.id()));
        note(Step.NOTED_PAID);
    }

    /** Looks again and again until there is an answer, or this caller's patience is at its end. */
    Answer waitFor(Look look) throws SQLException {
        Stopwatch waiting = Stopwatch.start();
        while (true) {
            Optional<Answer> answer = look.look();
            if (answer.isPresent()) {
                return answer.get();
            }
            if (waiting.isPast(run.patience())) {
                return Answer.IN_PROGRESS;
            }
            Pause.of(LOOK_EVERY);
        }
    }

    /** A look at what has become of the twin. */
    @FunctionalInterface
    interface Look {

        Optional<Answer> look() throws SQLException;
    }

    void note(Step step) {
        synchronized (marks) {
            marks.add(new Mark(step, run.millis()));
        }
    }

    List<Mark> marks() {
        synchronized (marks) {
            return List.copyOf(marks);
        }
    }

    void die() {
        note(Step.DIED);
        dead = true;
    }

    private void checkAlive() {
        if (dead) {
            throw new Died();
        }
    }
}
