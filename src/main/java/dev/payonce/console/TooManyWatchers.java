package dev.payonce.console;

/** A stream that is not opened. An exception only because a stream has no other way to end with a status of its own. */
class TooManyWatchers extends RuntimeException {}
