package dev.payonce.stream;

/** A stream that is not opened. An exception only because a stream has no other way to end with a status of its own. */
class StreamRefused extends RuntimeException {

    private final StreamRefusal why;

    StreamRefused(StreamRefusal why) {
        super(why.name());
        this.why = why;
    }

    StreamRefusal why() {
        return why;
    }
}
