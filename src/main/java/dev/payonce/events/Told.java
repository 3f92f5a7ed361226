package dev.payonce.events;

/**
 * How the attempt to tell a receiver went.
 *
 * @param result for people: an HTTP status or a word, at most 64 ASCII characters, and no secret
 */
public record Told(Kind kind, String result) {

    public enum Kind {
        ACKNOWLEDGED,
        /** To be tried again. */
        NOT_TOLD,
        /** The receiver is no more: not to be tried again. */
        GONE
    }

    public static Told acknowledged(String result) {
        return new Told(Kind.ACKNOWLEDGED, result);
    }

    public static Told notTold(String result) {
        return new Told(Kind.NOT_TOLD, result);
    }

    public static Told gone(String result) {
        return new Told(Kind.GONE, result);
    }
}
