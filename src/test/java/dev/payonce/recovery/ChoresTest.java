package dev.payonce.recovery;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsInAnyOrder;

import dev.payonce.store.Chore;
import dev.payonce.testsupport.WithStores;
import io.quarkus.arc.All;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The clean-up job finds what each feature leaves to it. */
@QuarkusTest
@WithStores
class ChoresTest {

    @Inject
    @All
    List<Chore> chores;

    @Test
    void noFeatureIsForgotten() {
        assertThat(
                chores.stream().map(Chore::what).toList(),
                containsInAnyOrder(
                        "expiry of orders",
                        "forgetting of old keys",
                        "forgetting of brokers that are gone",
                        "forgetting of old deliveries",
                        "forgetting of old events",
                        "forgetting of old messages",
                        "forgetting of old dead letters",
                        "forgetting of old entries of the audit"));
    }
}
