package dev.payonce.fuzz;

import java.util.function.UnaryOperator;

/** One thing that is wrong with a request, or only odd. */
record Twist(String name, UnaryOperator<FuzzRequest> change) {

    /** The name's first word says what the twist is about; the rest may be long. */
    static Twist of(String about, String what, UnaryOperator<FuzzRequest> change) {
        String shown = what.length() > 60 ? what.substring(0, 60) + "... (" + what.length() + ")" : what;
        return new Twist(about + ": " + shown, change);
    }

    FuzzRequest apply(FuzzRequest request) {
        FuzzRequest changed = change.apply(request);
        return changed == request ? request : changed.twisted(name);
    }

    @Override
    public String toString() {
        return name;
    }
}
