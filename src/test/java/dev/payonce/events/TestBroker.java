package dev.payonce.events;

import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;

/** A broker that a test switches on; what it has acknowledged, in order, is what a consumer would see. */
abstract class TestBroker implements EventPublisher {

    private final List<OutgoingEvent> told = Collections.synchronizedList(new ArrayList<>());
    private final Set<Object> ordersAtWork = ConcurrentHashMap.newKeySet();
    private volatile boolean on;
    private volatile boolean down;
    private volatile boolean overtaken;

    /** One that the tests of races watch. */
    @ApplicationScoped
    static class Steady extends TestBroker {
        @Override
        public String name() {
            return "test-steady";
        }
    }

    /** One that comes and goes. */
    @ApplicationScoped
    static class Fickle extends TestBroker {
        @Override
        public String name() {
            return "test-fickle";
        }
    }

    void switchOn() {
        told.clear();
        down = false;
        overtaken = false;
        on = true;
    }

    void switchOff() {
        on = false;
    }

    void goDown() {
        down = true;
    }

    void comeBack() {
        down = false;
    }

    List<OutgoingEvent> told(String order) {
        return List.copyOf(told).stream()
                .filter(event -> event.order().toString().equals(order))
                .toList();
    }

    /** Whether two events of one order were ever on their way at once. */
    boolean overtaken() {
        return overtaken;
    }

    @Override
    public boolean isOn() {
        return on;
    }

    @Override
    public Uni<Void> publish(OutgoingEvent event) {
        if (down) {
            return Uni.createFrom().failure(new IllegalStateException("down"));
        }
        overtaken |= !ordersAtWork.add(event.order());
        told.add(event);
        return Uni.createFrom()
                .voidItem()
                .onItem()
                .delayIt()
                .by(Duration.ofMillis(ThreadLocalRandom.current().nextInt(1, 15)))
                .invoke(() -> ordersAtWork.remove(event.order()));
    }
}
