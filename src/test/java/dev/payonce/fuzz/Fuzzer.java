package dev.payonce.fuzz;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.payonce.testsupport.Contract;
import dev.payonce.testsupport.ContractOperation;
import dev.payonce.testsupport.RawHttp;
import dev.payonce.testsupport.RawHttp.Answer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import net.jqwik.api.RandomGenerator;
import net.jqwik.api.Shrinkable;

/** Sends one request after the other, each made up from seed and number, and collects the complaints about the answers. */
final class Fuzzer implements AutoCloseable {

    private static final int SIZE = 1000;
    private static final int MOST_FINDINGS = 20;
    private static final int SHRINKING_STEPS = 60;
    private static final int AGAIN = 3;
    private static final long SLOWER_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long QUIET_NANOS = TimeUnit.MILLISECONDS.toNanos(25);
    private static final int MOST_LOOKS = 200;

    private final long seed;
    private final RawHttp http;
    private final Things things;
    private final Wire wire;
    private final StoreWrites writes;
    private final Tally tally = new Tally();
    private final Twins twins = new Twins();
    private final Map<ContractOperation, RandomGenerator<FuzzRequest>> generators = new LinkedHashMap<>();
    private final List<ContractOperation> choices = new ArrayList<>();
    private final Map<String, String> findings = new HashMap<>();
    private StoreWrites.Count written;
    private int number;

    Fuzzer(long seed, int port, Things things, Map<String, String> bearers, StoreWrites writes) {
        this.seed = seed;
        this.http = new RawHttp(port);
        this.things = things;
        this.wire = new Wire(things, bearers);
        this.writes = writes;
        for (ContractOperation operation : Contract.operations()) {
            generators.put(operation, Requests.of(operation).generatorWithEmbeddedEdgeCases(SIZE));
            for (int i = Weights.of(operation); i > 0; i--) {
                choices.add(operation);
            }
        }
    }

    /** @param atLeast so many requests since its start, however long they take */
    void run(long endNanos, int atLeast) {
        written = writes.now();
        while ((System.nanoTime() < endNanos || tally.requests() < atLeast) && findings.size() < MOST_FINDINGS) {
            one();
            number++;
        }
    }

    private void one() {
        Random random = new Random(new SplittableRandom(seed << Integer.SIZE | number).nextLong());
        ContractOperation operation = choices.get(random.nextInt(choices.size()));
        Shrinkable<FuzzRequest> made = generators.get(operation).next(random);
        Optional<String> complaint = send(made.value(), true);
        String kind = operation + " " + complaint.orElse("");
        if (complaint.isPresent() && !findings.containsKey(kind)) {
            findings.put(kind, report(complaint.get(), simplest(made, complaint.get())));
        }
        afterwards(operation);
    }

    /** The sandbox gateway behaves as it was told until it is told otherwise. */
    private void afterwards(ContractOperation operation) {
        if (operation.description().getOperationId().equals("gatewayBehave")) {
            FuzzRequest well = FuzzRequest.valid(
                    operation, null, operation.template(), List.of("Content-Type: application/json"), Json.of("{}"));
            answer(well);
        }
    }

    private Optional<String> send(FuzzRequest request, boolean counted) {
        long start = System.nanoTime();
        Optional<Answer> answer = answer(request);
        long took = System.nanoTime() - start;
        if (answer.isEmpty()) {
            tally.hungUp();
            return request.broken() || mayCut(request) ? Optional.empty() : Optional.of("was not answered");
        }
        if (counted) {
            tally.add(request, answer.get());
        }
        things.learn(request, answer.get());
        return Judge.complaint(request, answer.get())
                .or(() -> changed(request, answer.get()))
                .or(() -> slow(request, answer.get(), took));
    }

    /** Some ways to pay at the sandbox gateway are there to be cut off. */
    private static boolean mayCut(FuzzRequest request) {
        return request.operation().isOwnProtocol() && request.operation().takesBody();
    }

    private Optional<Answer> answer(FuzzRequest request) {
        try {
            return Optional.of(http.send(request.method(), wire.bytes(request)));
        } catch (IOException noAnswer) {
            return Optional.empty();
        } finally {
            if (request.broken()) {
                http.close();
            }
        }
    }

    /** Others write too: only what is written each time the request is sent is the request's own doing. */
    private Optional<String> changed(FuzzRequest request, Answer answer) {
        StoreWrites.Count before = written;
        written = writes.now();
        if (!Judge.REFUSED.contains(answer.status()) || request.operation().isOwnProtocol() || before.equals(written)) {
            return Optional.empty();
        }
        for (int i = 0; i < AGAIN; i++) {
            before = quiet();
            Optional<Answer> again = answer(request);
            written = writes.now();
            if (before.equals(written)
                    || again.filter(same -> same.status() == answer.status()).isEmpty()) {
                return Optional.empty();
            }
        }
        return Optional.of("was refused with " + answer.status() + " and has written");
    }

    private StoreWrites.Count quiet() {
        StoreWrites.Count last = writes.now();
        for (int i = 0; i < MOST_LOOKS; i++) {
            LockSupport.parkNanos(QUIET_NANOS);
            StoreWrites.Count now = writes.now();
            if (now.equals(last)) {
                return now;
            }
            last = now;
        }
        return last;
    }

    /** A refusal takes no longer than its valid twin, but for a tenth of a second. */
    private Optional<String> slow(FuzzRequest request, Answer answer, long took) {
        if (request.twists().isEmpty()) {
            twins.add(request.operation(), took);
        }
        long limit = twins.median(request.operation()) + SLOWER_NANOS;
        if (!Judge.REFUSED.contains(answer.status())
                || took < limit
                || request.operation().isOwnProtocol()) {
            return Optional.empty();
        }
        long best = took;
        for (int i = 0; i < AGAIN && best >= limit; i++) {
            long start = System.nanoTime();
            answer(request);
            best = Math.min(best, System.nanoTime() - start);
        }
        return best < limit ? Optional.empty() : Optional.of("took long to be refused");
    }

    /** Step by step to a simpler request of which the same is to be said. */
    private FuzzRequest simplest(Shrinkable<FuzzRequest> made, String complaint) {
        Shrinkable<FuzzRequest> simplest = made;
        int[] left = {SHRINKING_STEPS};
        Optional<Shrinkable<FuzzRequest>> simpler = Optional.of(made);
        while (simpler.isPresent()) {
            simplest = simpler.get();
            simpler = simplest.shrink()
                    .takeWhile(one -> left[0]-- > 0)
                    .filter(one -> send(one.value(), false).equals(Optional.of(complaint)))
                    .findFirst();
        }
        return simplest.value();
    }

    private String report(String complaint, FuzzRequest request) {
        String bytes = new String(wire.bytes(request), ISO_8859_1).replaceAll("Bearer [^\r]{20,}", "Bearer ...");
        String answer = answer(request)
                .map(told -> told.status() + " " + told.headers() + " " + told.text())
                .orElse("none");
        return "seed " + seed + ", number " + number + ": " + request + " " + complaint + "\n    "
                + shortened(bytes).replace("\r\n", "\n    ") + "\n    -> " + shortened(answer);
    }

    private static String shortened(String text) {
        return text.length() > 900 ? text.substring(0, 900) + "... (" + text.length() + ")" : text;
    }

    List<String> findings() {
        return List.copyOf(findings.values());
    }

    Tally tally() {
        return tally;
    }

    @Override
    public void close() {
        http.close();
    }
}
