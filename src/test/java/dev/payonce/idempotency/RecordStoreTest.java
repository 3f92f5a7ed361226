package dev.payonce.idempotency;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.smallrye.config.ConfigValidationException;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RecordStoreTest {

    @Test
    void isHybridUnlessConfigured() {
        assertThat(Engines.config(Map.of()).store(), equalTo(RecordStore.HYBRID));
    }

    @Test
    void anotherNameStopsTheStart() {
        Exception refused = assertThrows(ConfigValidationException.class, () -> Engines.config("cluster"));

        assertThat(refused.getMessage(), containsString("payonce.idempotency.store"));
        assertThat(refused.getMessage(), containsString("cluster"));
        assertThat(refused.getMessage(), containsString("hybrid"));
    }
}
