package dev.payonce.fuzz;

import dev.payonce.testsupport.ContractOperation;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/** How long the last requests took that were as they should be. */
final class Twins {

    private static final int KEPT = 21;

    private final Map<String, Deque<Long>> nanos = new HashMap<>();

    void add(ContractOperation operation, long took) {
        Deque<Long> last = nanos.computeIfAbsent(operation.toString(), none -> new ArrayDeque<>());
        last.addLast(took);
        if (last.size() > KEPT) {
            last.removeFirst();
        }
    }

    /** 0 where there were none. */
    long median(ContractOperation operation) {
        Deque<Long> last = nanos.getOrDefault(operation.toString(), new ArrayDeque<>());
        return last.stream().sorted().skip(last.size() / 2).findFirst().orElse(0L);
    }
}
