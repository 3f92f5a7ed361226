package dev.payonce.value;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import java.time.Clock;

/** The one place that asks this machine for the time; deadlines are decided by the stores' clocks instead. */
class SystemClock {

    @Produces
    @ApplicationScoped
    Clock clock() {
        return Clock.systemUTC();
    }
}
