package dev.payonce.lab;

import dev.payonce.store.RedisScript;
import dev.payonce.token.Consumption;
import io.vertx.mutiny.redis.client.Response;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * This service's own combination, in small: the walk of {@code PayOrder} with the very same scripts in Redis and the same
 * keys in MySQL, on the lab's tables. The token is consumed with a claim; the payment's row is there before the charge; what
 * a crash leaves open is asked of the gateway.
 */
final class Payonce implements Pattern {

    private static final RedisScript CONSUME = RedisScript.load("consume_token");
    private static final RedisScript RECORD = RedisScript.load("record_outcome");

    private static final String FINGERPRINT = "the-same-request";
    private static final String LIFE = Long.toString(Duration.ofMinutes(15).toMillis());
    private static final String LEASE = Long.toString(Duration.ofSeconds(10).toMillis());
    private static final String KEPT = Long.toString(Duration.ofHours(24).toMillis());

    @Override
    public void issue(Run run) {
        run.redis().run("SET", token(run), Long.toString(run.id()), "PX", LIFE);
    }

    @Override
    public Answer pay(Caller caller) throws SQLException {
        return caller.waitFor(() -> attempt(caller));
    }

    private static Optional<Answer> attempt(Caller caller) throws SQLException {
        return switch (consume(caller)) {
            case RECORDED -> Optional.of(Answer.REPLAYED);
            case MISMATCH -> Optional.of(Answer.REFUSED);
            case IN_PROGRESS -> Optional.empty();
            case GRANTED, TAKEN_OVER, ABSENT -> open(caller);
        };
    }

    private static Consumption.Kind consume(Caller caller) {
        List<String> keys = List.of(token(caller.run()), claim(caller.run()));
        Response answer = caller.redis(CONSUME, keys, caller.name(), FINGERPRINT, LEASE, KEPT);
        return Consumption.Kind.valueOf(answer.get(0).toString());
    }

    /** MySQL decides, whatever Redis said. */
    private static Optional<Answer> open(Caller caller) throws SQLException {
        PayonceBook.Opened opened = PayonceBook.open(caller);
        return switch (opened.kind()) {
            case OPENED -> Optional.of(charge(caller, opened.payment()));
            case AT_WORK -> Optional.empty();
            case PAID -> Optional.of(publish(caller, Answer.REPLAYED));
            case NOT_PAYABLE -> Optional.of(Answer.REFUSED);
        };
    }

    private static Answer charge(Caller caller, long payment) throws SQLException {
        caller.note(Step.MARKED);
        caller.charge(Charge.of(payment));
        PayonceBook.settle(caller, payment);
        caller.note(Step.NOTED_PAID);
        return publish(caller, Answer.PAID);
    }

    private static Answer publish(Caller caller, Answer answer) {
        caller.redis(RECORD, List.of(claim(caller.run())), caller.name(), Answer.PAID.name(), KEPT);
        return answer;
    }

    @Override
    public void expire(Caller slow) {
        slow.run().redis().run("HSET", claim(slow.run()), "lease", "0");
    }

    /** The recovery job: asks the gateway about payments that are open, and settles by what it says. */
    @Override
    public void recover(Caller job) throws SQLException {
        Optional<Long> open = PayonceBook.findOpen(job);
        if (open.isPresent() && job.asksGateway(open.get())) {
            PayonceBook.settle(job, open.get());
            job.note(Step.NOTED_PAID);
        }
    }

    private static String token(Run run) {
        return run.key(LabKey.TOKEN);
    }

    private static String claim(Run run) {
        return run.key(LabKey.CLAIM);
    }
}
