package dev.payonce.embedded;

/** An embedded store cannot be started or stopped; the message tells a person what to do. */
public final class EmbeddedStoreException extends RuntimeException {

    EmbeddedStoreException(String message) {
        super(message);
    }

    EmbeddedStoreException(String message, Throwable cause) {
        super(message, cause);
    }
}
