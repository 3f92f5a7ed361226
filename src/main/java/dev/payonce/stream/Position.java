package dev.payonce.stream;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How far a stream has come: the order's version, and the sequence of its latest refund event. Shown as the id of each
 * event.
 */
record Position(int version, long seq) {

    static final Position BEGINNING = new Position(-1, 0);
    static final String RULE = "must be the id of an event of this stream";

    private static final Pattern SPELLED = Pattern.compile("(0|[1-9][0-9]{0,8})\\.(0|[1-9][0-9]{0,17})");

    static Optional<Position> parse(String text) {
        Matcher spelled = SPELLED.matcher(text);
        return spelled.matches()
                ? Optional.of(new Position(Integer.parseInt(spelled.group(1)), Long.parseLong(spelled.group(2))))
                : Optional.empty();
    }

    boolean isBehind(Position other) {
        return version < other.version || seq < other.seq;
    }

    @Override
    public String toString() {
        return version + "." + seq;
    }
}
