package dev.payonce.token;

/**
 * What Redis says to a request that wants to spend a token.
 *
 * @param outcome the recorded outcome, as it was given to {@link TokenStore#record}; null unless RECORDED
 */
public record Consumption(Kind kind, String outcome) {

    /** The closed list of answers, in the order in which the script looks for them. */
    public enum Kind {
        /** The claim on this token belongs to a request with another content. */
        MISMATCH,
        /** The payment has ended; its outcome comes with it. */
        RECORDED,
        /** The token was there and is consumed now; the caller holds the claim. */
        GRANTED,
        /** Another request holds the claim, and its lease is running. */
        IN_PROGRESS,
        /** Another request held the claim, but its lease is over, or it was shared: now the caller holds it. */
        TAKEN_OVER,
        /** Neither token nor claim: used up long ago, expired, or lost by Redis. MySQL decides. */
        ABSENT
    }

    /** Whether a payment may begin: no other request is at work with the token, and none is known to have ended. */
    public boolean startsPayment() {
        return kind == Kind.GRANTED || kind == Kind.TAKEN_OVER || kind == Kind.ABSENT;
    }

    /** What a Redis that is away would say: it knows nothing. */
    public static Consumption absent() {
        return new Consumption(Kind.ABSENT, null);
    }
}
