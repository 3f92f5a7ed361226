package dev.payonce.faults;

import static dev.payonce.testsupport.Shop.aToken;
import static dev.payonce.testsupport.Shop.anOrder;
import static dev.payonce.testsupport.Shop.as;
import static dev.payonce.testsupport.Shop.pay;
import static dev.payonce.testsupport.Shop.payAs;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.not;

import dev.payonce.testsupport.Shop;
import dev.payonce.testsupport.Stores;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** C46: a walk with every error on the way, at debug level; then the log and the metrics are searched for secrets. */
class SecretsIT {

    @Test
    void noSecretReachesTheLogOrTheMetrics() throws Exception {
        try (World world =
                World.with(Map.of("quarkus.log.level", "DEBUG", "quarkus.http.access-log.enabled", "true"))) {
            String token = aToken(anOrder());
            String marked = "pm_marked_4111111111111111";
            pay(token).then().statusCode(200);
            pay(token).then().statusCode(200);
            pay(token, marked).then().statusCode(422);
            pay(aToken(anOrder()), marked).then().statusCode(502);
            payAs(Shop.BOB, Map.of("token", token, "paymentMethod", marked))
                    .then()
                    .statusCode(400);
            as(Shop.ALICE)
                    .body("{\"token\": \"" + token + "\", ")
                    .post("/pay")
                    .then()
                    .statusCode(400);
            as(Shop.ALICE)
                    .body("{\"token\": \"" + token + "\", \"x\": 1}")
                    .post("/pay")
                    .then()
                    .statusCode(400);
            String log = Files.readString(world.service().log());
            String metrics = world.service().metrics();
            for (String secret : List.of(
                    token,
                    token.substring(20, 80),
                    marked,
                    Shop.bearer(Shop.ALICE),
                    Stores.settings().get("payonce.token.secret"),
                    Stores.settings().get("payonce.gateway.webhook-secret"))) {
                assertThat(log, not(containsString(secret)));
                assertThat(metrics, not(containsString(secret)));
            }
            assertThat(log, containsString(" DEBUG "));
        }
    }
}
