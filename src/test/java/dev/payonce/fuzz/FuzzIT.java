package dev.payonce.fuzz;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.lessThan;

import dev.payonce.faults.MySql;
import dev.payonce.faults.World;
import dev.payonce.testsupport.Contract;
import dev.payonce.testsupport.ContractOperation;
import dev.payonce.testsupport.DeadLetterRow;
import dev.payonce.testsupport.Shop;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import net.jqwik.api.sessions.JqwikSession;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * C76: requests made up from the contract, right and wrong, against the packaged service: each is answered, by the
 * contract, without a fault of ours; what is refused has written nothing and took no longer than what is not. {@code mvn
 * verify -Pfuzz -Dminutes=20 -Dseed=1}
 */
class FuzzIT {

    private static final Duration SHORT = Duration.ofSeconds(20);
    /** For nearly every operation to be met with a request that is right. */
    private static final int ENOUGH = 1500;

    private static final Duration WARM_UP = Duration.ofSeconds(3);
    private static final int FEW = 10;
    private static final long MORE_HEAP = 64L << 20;

    /** Needs a charge, a refund or a delivery that is none by chance. */
    private static final List<String> BY_CHANCE = List.of("gatewayRefund", "resendWebhookDelivery", "readRefund");

    private static final Map<String, String> SETTINGS = World.patient(Map.of(
            "payonce.lab.enabled", "true",
            "payonce.lab.patience", "100MS",
            "payonce.webhooks.allow-local-targets", "true",
            "payonce.webhooks.first-retry", "1H",
            "payonce.cleanup.every", "1H",
            "payonce.outbox.announce-every", "1H"));

    /** Its generators are used without its engine. */
    @BeforeEach
    void startJqwik() {
        JqwikSession.start();
    }

    @AfterEach
    void endJqwik() {
        JqwikSession.finish();
    }

    /** The same each time: what a long run has found is a test of its own before it is looked for here. */
    @Test
    void aShortRunFindsNothing() throws Exception {
        assertThat(run(SHORT, Long.getLong("seed", 1)).size(), is(lessThan(FEW)));
    }

    @Test
    @Tag("fuzz")
    void aLongRunFindsNothingAndLeavesTheHeapAsItWas() throws Exception {
        Duration length = Duration.ofMinutes(Long.getLong("minutes", 20));
        assertThat(run(length, Long.getLong("seed", System.nanoTime() % 1_000_000)), is(empty()));
    }

    /** @return the operations that no request came through to */
    private static List<String> run(Duration length, long seed) throws Exception {
        try (World world = World.with(SETTINGS);
                StoreWrites writes = new StoreWrites();
                Fuzzer fuzzer = new Fuzzer(seed, world.service().port(), things(), bearers(), writes)) {
            fuzzer.run(System.nanoTime() + WARM_UP.toNanos(), 0);
            long before = Heap.live(world.service().pid());

            fuzzer.run(System.nanoTime() + length.toNanos(), ENOUGH);

            long after = Heap.live(world.service().pid());
            print(seed, fuzzer, before, after);
            assertThat(String.join("\n", fuzzer.findings()), fuzzer.findings(), is(empty()));
            assertThat(after, is(lessThan(before + MORE_HEAP)));
            return neverAccepted(fuzzer);
        }
    }

    private static List<String> neverAccepted(Fuzzer fuzzer) {
        return Contract.operations().stream()
                .filter(operation -> fuzzer.tally().accepted(operation) == 0)
                .map(ContractOperation::toString)
                .filter(operation -> BY_CHANCE.stream().noneMatch(operation::contains))
                .toList();
    }

    private static Map<String, String> bearers() {
        return Senders.ALL.stream()
                .collect(Collectors.toMap(Function.identity(), sender -> Shop.bearer(sender, Senders.role(sender))));
    }

    /** Those that no request can make. */
    private static Things things() {
        Things things = new Things();
        for (String sku : List.of("tea", "mug", "fuzz-goods")) {
            Shop.asMerchant()
                    .body(Map.of("name", "Goods", "price", 250, "currency", "USD", "available", 999_999))
                    .put("/stock/" + sku)
                    .then()
                    .statusCode(200);
        }
        for (int i = 0; i < 3; i++) {
            things.remember("dl", DeadLetterRow.add(MySql::update));
        }
        return things;
    }

    private static void print(long seed, Fuzzer fuzzer, long before, long after) {
        System.out.println("fuzz, seed " + seed);
        System.out.println(fuzzer.tally());
        System.out.println("  findings          " + fuzzer.findings().size());
        System.out.println("  live heap         " + before / 1024 + " KiB before, " + after / 1024 + " KiB after");
        fuzzer.findings().forEach(finding -> System.out.println("  " + finding));
    }
}
