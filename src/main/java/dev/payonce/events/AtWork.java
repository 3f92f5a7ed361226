package dev.payonce.events;

import jakarta.enterprise.context.ApplicationScoped;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** How many deliveries this instance has at work, to whom. */
@ApplicationScoped
class AtWork {

    private final OutboxConfig config;
    private final Map<String, Integer> byReceiver = new ConcurrentHashMap<>();

    AtWork(OutboxConfig config) {
        this.config = config;
    }

    /** How many more may begin for the receiver. */
    int free(String receiver, Pace pace) {
        int all = byReceiver.values().stream().mapToInt(Integer::intValue).sum();
        int ofReceiver = byReceiver.getOrDefault(receiver, 0);
        return Math.min(config.maxAtWork() - all, pace.atOnce() - ofReceiver);
    }

    boolean isIdle() {
        return byReceiver.isEmpty();
    }

    void begin(String receiver) {
        byReceiver.merge(receiver, 1, Integer::sum);
    }

    void end(String receiver) {
        byReceiver.computeIfPresent(receiver, (name, count) -> count == 1 ? null : count - 1);
    }
}
