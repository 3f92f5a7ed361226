package dev.payonce.health;

import static dev.payonce.testsupport.Shop.asMerchant;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;

import dev.payonce.faults.MySql;
import dev.payonce.testsupport.CountLimit;
import dev.payonce.testsupport.WithStores;
import io.agroal.api.AgroalDataSource;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What lies in MySQL is counted by itself each, and no further than is worth its price. */
@QuarkusTest
@WithStores
class StoreGaugesTest {

    @Inject
    AgroalDataSource mysql;

    private final MeterRegistry meters = new SimpleMeterRegistry();

    @Test
    void oneThatCannotBeCountedLeavesTheOthers() {
        StoreGauges gauges = new StoreGauges(mysql, meters, new CountLimit(100_000));

        MySql.update("rename table idempotency_record to idempotency_elsewhere");
        try {
            gauges.count();
        } finally {
            MySql.update("rename table idempotency_elsewhere to idempotency_record");
        }

        assertThat(value("payonce.idempotency.records"), equalTo(Double.NaN));
        assertThat(value("payonce.processing.payments"), is(not(Double.NaN)));
        assertThat(value("payonce.buffer.depth"), is(not(Double.NaN)));
    }

    @Test
    void nothingIsCountedFurtherThanTheLimit() {
        for (int i = 0; i < 3; i++) {
            anOrderWithAKey();
        }
        StoreGauges gauges = new StoreGauges(mysql, meters, new CountLimit(2));

        gauges.count();

        assertThat(value("payonce.idempotency.records"), equalTo(2.0));
    }

    private double value(String gauge) {
        return meters.get(gauge).gauge().value();
    }

    private static void anOrderWithAKey() {
        asMerchant()
                .header("Idempotency-Key", UUID.randomUUID().toString())
                .body(Map.of("customerId", "alice", "amount", 100, "currency", "USD"))
                .post("/orders")
                .then()
                .statusCode(201);
    }
}
