package dev.payonce.web;

/** A body that is not even read as JSON. An exception only because a reader has no other way out. */
class BodyRefused extends RuntimeException {

    private final ProblemType type;

    BodyRefused(ProblemType type, String detail) {
        super(detail);
        this.type = type;
    }

    ProblemType type() {
        return type;
    }
}
