package dev.payonce.lab;

/** The lab itself failed: neither a pattern nor a fault that was asked for. */
final class LabBroken extends RuntimeException {

    LabBroken(String what, Throwable cause) {
        super(what, cause);
    }
}
