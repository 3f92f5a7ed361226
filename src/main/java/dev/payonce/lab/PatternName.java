package dev.payonce.lab;

import static dev.payonce.lab.Verdict.CHARGED_AGAIN;
import static dev.payonce.lab.Verdict.CHARGED_BUT_STUCK;
import static dev.payonce.lab.Verdict.EXACTLY_ONCE;

/** The patterns of the lab, from the wrong way to this service's own, and what each fault does to them: tests hold them to it. */
enum PatternName {
    NO_GUARD(new NoGuard(), CHARGED_AGAIN, CHARGED_AGAIN, CHARGED_AGAIN, CHARGED_AGAIN),
    CHECK_THEN_ACT(new CheckThenAct(), CHARGED_AGAIN, CHARGED_AGAIN, CHARGED_AGAIN, CHARGED_AGAIN),
    UNIQUE_CONSTRAINT(new UniqueConstraint(), EXACTLY_ONCE, EXACTLY_ONCE, EXACTLY_ONCE, CHARGED_BUT_STUCK),
    OPTIMISTIC_LOCK(new OptimisticLock(), EXACTLY_ONCE, EXACTLY_ONCE, EXACTLY_ONCE, CHARGED_BUT_STUCK),
    PESSIMISTIC_LOCK(new PessimisticLock(), EXACTLY_ONCE, EXACTLY_ONCE, CHARGED_AGAIN, CHARGED_AGAIN),
    DISTRIBUTED_LOCK(new DistributedLock(), EXACTLY_ONCE, CHARGED_AGAIN, CHARGED_AGAIN, CHARGED_AGAIN),
    FENCED_LOCK(new FencedLock(), EXACTLY_ONCE, CHARGED_AGAIN, EXACTLY_ONCE, CHARGED_AGAIN),
    STATE_MACHINE(new StateMachine(), EXACTLY_ONCE, EXACTLY_ONCE, EXACTLY_ONCE, CHARGED_BUT_STUCK),
    ONE_TIME_TOKEN(new OneTimeToken(), EXACTLY_ONCE, CHARGED_AGAIN, EXACTLY_ONCE, CHARGED_BUT_STUCK),
    MESSAGE_ID_REDIS(new MessageIdRedis(), EXACTLY_ONCE, CHARGED_AGAIN, CHARGED_AGAIN, CHARGED_AGAIN),
    MESSAGE_ID_DATABASE(new MessageIdDatabase(), EXACTLY_ONCE, EXACTLY_ONCE, EXACTLY_ONCE, CHARGED_BUT_STUCK),
    MESSAGE_ID_HYBRID(new MessageIdHybrid(), EXACTLY_ONCE, EXACTLY_ONCE, EXACTLY_ONCE, CHARGED_BUT_STUCK),
    PAYMENT_BUFFER(new PaymentBuffer(), EXACTLY_ONCE, EXACTLY_ONCE, CHARGED_AGAIN, CHARGED_AGAIN),
    PAYONCE(new Payonce(), EXACTLY_ONCE, EXACTLY_ONCE, EXACTLY_ONCE, EXACTLY_ONCE);

    private final Pattern pattern;
    private final Verdict calm;
    private final Verdict forgetful;
    private final Verdict slow;
    private final Verdict crashed;

    PatternName(Pattern pattern, Verdict calm, Verdict forgetful, Verdict slow, Verdict crashed) {
        this.pattern = pattern;
        this.calm = calm;
        this.forgetful = forgetful;
        this.slow = slow;
        this.crashed = crashed;
    }

    /** Keeps nothing: one for all runs. */
    Pattern pattern() {
        return pattern;
    }

    /** How a storm with this fault ends; without a fault, the weak ones need the race that a storm nearly always brings. */
    Verdict expected(Fault fault) {
        return switch (fault) {
            case NONE -> calm;
            case REDIS_FORGETS -> forgetful;
            case LOCK_EXPIRES_EARLY -> slow;
            case CRASH -> crashed;
        };
    }
}
