package dev.payonce.events;

import java.time.Duration;

/** How a task went. */
record Ended(String receiver, Task task, Pace pace, Told told, Duration took) {}
