package dev.payonce.lab;

/** The process of this caller is gone, or its run was broken off: it does nothing more, and releases nothing. */
final class Died extends RuntimeException {

    Died() {
        super("the process is gone", null, false, false);
    }
}
