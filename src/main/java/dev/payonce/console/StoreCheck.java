package dev.payonce.console;

/** One of the checks of {@code /q/health/ready}. */
record StoreCheck(String name, boolean up) {}
