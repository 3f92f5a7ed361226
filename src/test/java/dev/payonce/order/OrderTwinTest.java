package dev.payonce.order;

import static dev.payonce.order.OrderFixture.someone;
import static dev.payonce.testsupport.Shop.as;
import static dev.payonce.testsupport.Shop.asMerchant;
import static dev.payonce.testsupport.Shop.code;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.notNullValue;

import dev.payonce.testsupport.Database;
import dev.payonce.testsupport.WithStores;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.security.MessageDigest;
import java.sql.Connection;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Two requests with one key at the same time. */
@QuarkusTest
@WithStores
class OrderTwinTest {

    @Inject
    Database database;

    @Test
    void whileTheFirstIsAtWorkItsTwinIsToldToComeAgain() throws Exception {
        String customer = someone();
        String key = UUID.randomUUID().toString();
        asMerchant()
                .body(Map.of("name", "Tea", "price", 100, "currency", "USD", "available", 5))
                .put("/stock/twin-tea")
                .then()
                .statusCode(200);

        Response meanwhile;
        try (Connection first = database.begin()) {
            Database.update(
                    first,
                    "insert into idempotency_record (scope, idempotency_key, fingerprint, result, created_at)"
                            + " values (?, ?, ?, '', utc_timestamp(6))",
                    sha256("POST /orders\n" + customer),
                    key.getBytes(UTF_8),
                    new byte[32]);
            meanwhile = place(customer, key);
            first.rollback();
        }
        Response afterwards = place(customer, key);

        assertThat(meanwhile.statusCode(), is(409));
        assertThat(code(meanwhile), equalTo("REQUEST_IN_PROGRESS"));
        assertThat(meanwhile.header("Retry-After"), notNullValue());
        assertThat(afterwards.statusCode(), is(201));
    }

    private static Response place(String customer, String key) {
        return as(customer)
                .header("Idempotency-Key", key)
                .body(Map.of("items", List.of(Map.of("sku", "twin-tea", "quantity", 1))))
                .post("/orders");
    }

    private static byte[] sha256(String text) throws Exception {
        return MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8));
    }
}
