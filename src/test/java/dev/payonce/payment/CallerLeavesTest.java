package dev.payonce.payment;

import static dev.payonce.testsupport.Shop.ALICE;
import static dev.payonce.testsupport.Shop.aToken;
import static dev.payonce.testsupport.Shop.anOrder;
import static dev.payonce.testsupport.Shop.bearer;
import static dev.payonce.testsupport.Shop.orderStatus;
import static dev.payonce.testsupport.Shop.pay;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.is;

import dev.payonce.testsupport.Gateway;
import dev.payonce.testsupport.Ledger;
import dev.payonce.testsupport.Poll;
import dev.payonce.testsupport.WithStores;
import dev.payonce.token.TokenSigner;
import io.quarkus.redis.datasource.RedisDataSource;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A page is reloaded, a phone loses its network: the walk goes on to its end, and the repeat finds it. */
@QuarkusTest
@WithStores
class CallerLeavesTest {

    @TestHTTPResource("/pay")
    URI pay;

    @Inject
    TokenSigner signer;

    @Inject
    RedisDataSource redis;

    @AfterEach
    void behaveWell() {
        Gateway.behaveWell();
    }

    @Test
    void whoLeavesWhileTheGatewayWorksIsToldTheEndAtOnceWhenBack() {
        String order = anOrder();
        String token = aToken(order);
        Gateway.behave(Map.of("delayBeforeMillis", 3000));

        CompletableFuture<?> waiting = payByBrowser(token);
        Poll.until(() -> !Ledger.of(order).calls("charge").isEmpty());
        waiting.cancel(true);
        Poll.until(() -> orderStatus(order).equals("PAID"));
        // the last step: without it a repeat would wait for the end of the claim's lease
        Poll.until(() -> redis.hash(String.class).hexists(claimOf(token), "outcome"));
        Response back = pay(token);

        assertThat(back.statusCode(), is(200));
        assertThat(back.header("Idempotent-Replayed"), equalTo("true"));
        assertThat(Ledger.of(order).approved(), hasSize(1));
    }

    private String claimOf(String token) {
        return "payonce:{" + signer.verify(token, ALICE).orElseThrow().id() + "}:claim";
    }

    /** To cancel it closes the connection. */
    private CompletableFuture<?> payByBrowser(String token) {
        HttpRequest request = HttpRequest.newBuilder(pay)
                .header("Authorization", "Bearer " + bearer(ALICE))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString("{\"token\":\"" + token + "\",\"paymentMethod\":\"pm_ok\"}"))
                .build();
        return HttpClient.newHttpClient().sendAsync(request, BodyHandlers.ofString());
    }
}
