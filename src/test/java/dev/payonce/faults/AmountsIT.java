package dev.payonce.faults;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.equalTo;

import dev.payonce.testsupport.Poll;
import dev.payonce.testsupport.Shop;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** C71: each amount from 0.01 to 100.00 through order, token, pay and refund, to the cent, in the gateway's own books. */
@Tag("faults")
class AmountsIT {

    private static final int AMOUNTS = 10_000;
    private static final int AT_ONCE = 16;
    private static final Set<Integer> NOT_YET = Set.of(202, 409);
    private static final Pattern TEXT = Pattern.compile("\"[^\"]*\"");
    private static final Pattern FRACTION = Pattern.compile("\\d\\.");

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    @Test
    void eachAmountIsChargedAndGivenBackToTheCent() throws Exception {
        try (World world = World.with(Map.of())) {
            Shop.aToken(Shop.anOrder());
            Shop.asMerchant();
            String merchant = Shop.bearer("shop", "merchant");
            String alice = Shop.bearer(Shop.ALICE);
            ExecutorService callers = Executors.newFixedThreadPool(AT_ONCE);
            List<Future<String>> wrong = new ArrayList<>();
            for (long amount = 1; amount <= AMOUNTS; amount++) {
                long each = amount;
                wrong.add(callers.submit(() -> walk(world, each, merchant, alice)));
            }

            List<String> faults = new ArrayList<>();
            for (Future<String> one : wrong) {
                if (one.get(10, TimeUnit.MINUTES) != null) {
                    faults.add(one.get());
                }
            }
            callers.shutdown();
            assertThat(faults, empty());
            assertThat(wrong.size(), equalTo(AMOUNTS));
        }
    }

    /** What went wrong; null if nothing. */
    private String walk(World world, long amount, String merchant, String alice) throws Exception {
        JsonObject order = post(
                world,
                "/orders",
                merchant,
                new JsonObject()
                        .put("customerId", "alice")
                        .put("amount", amount)
                        .put("currency", "USD"));
        String id = order.getString("id");
        String token = post(world, "/tokens", alice, new JsonObject().put("orderId", id))
                .getString("token");
        JsonObject paid =
                post(world, "/pay", alice, new JsonObject().put("token", token).put("paymentMethod", "pm_ok"));
        long part = amount / 3;
        long back = 0;
        if (part > 0) {
            back += refund(world, paid, merchant, new JsonObject().put("amount", part));
        }
        back += refund(world, paid, merchant, new JsonObject());
        long charged = world.approved(id).stream()
                .mapToLong(charge -> charge.getLong("amount"))
                .sum();
        long given = world.refunds(id).stream()
                .mapToLong(refund -> refund.getLong("amount"))
                .sum();
        boolean right = order.getLong("amount") == amount
                && paid.getLong("amount") == amount
                && charged == amount
                && given == amount
                && back == amount;
        return right ? null : amount + " became " + charged + ", and " + given + " of it went back";
    }

    private long refund(World world, JsonObject paid, String merchant, JsonObject wish) throws Exception {
        return post(world, "/payments/" + paid.getString("id") + "/refunds", merchant, wish)
                .getLong("amount");
    }

    /** Repeats what is not decided yet, as a client does: a busy machine can make the gateway late. */
    private JsonObject post(World world, String path, String bearer, JsonObject body) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + world.service().port() + path))
                .header("Authorization", "Bearer " + bearer)
                .header("Content-Type", "application/json")
                .header("Idempotency-Key", UUID.randomUUID().toString())
                .POST(HttpRequest.BodyPublishers.ofString(body.encode()))
                .build();
        List<HttpResponse<String>> answers = new ArrayList<>();
        Poll.until(World.RECOVERY, () -> {
            answers.add(0, send(request));
            return !NOT_YET.contains(answers.get(0).statusCode());
        });
        HttpResponse<String> answer = answers.get(0);
        if (answer.statusCode() != 200 && answer.statusCode() != 201) {
            throw new AssertionError(path + " answered " + answer.statusCode() + ": " + answer.body());
        }
        if (FRACTION.matcher(TEXT.matcher(answer.body()).replaceAll("")).find()) {
            throw new AssertionError("a fraction in " + answer.body());
        }
        return new JsonObject(answer.body());
    }

    private HttpResponse<String> send(HttpRequest request) {
        try {
            return http.send(request, HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
