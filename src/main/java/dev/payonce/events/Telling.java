package dev.payonce.events;

import dev.payonce.value.Stopwatch;
import io.smallrye.mutiny.Uni;

/** One attempt to tell one receiver; it always ends, and within its time. */
final class Telling {

    private Telling() {}

    static Uni<Ended> start(String receiver, Task task, Pace pace, Teller teller) {
        Stopwatch watch = Stopwatch.start();
        return Uni.createFrom()
                .deferred(() -> teller.tell(task.event()))
                .ifNoItem()
                .after(pace.timeout())
                .recoverWithItem(() -> Told.notTold("timeout"))
                .onFailure()
                .recoverWithItem(fault -> Told.notTold(fault.getClass().getSimpleName()))
                .map(told -> new Ended(receiver, task, pace, told, watch.elapsed()));
    }
}
