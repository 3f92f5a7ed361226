package dev.payonce.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.payonce.value.PaymentId;
import dev.payonce.value.Stopwatch;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.quarkus.logging.Log;
import io.smallrye.mutiny.Uni;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import io.vertx.mutiny.core.Vertx;
import io.vertx.mutiny.core.buffer.Buffer;
import io.vertx.mutiny.core.http.HttpClient;
import io.vertx.mutiny.core.http.HttpClientRequest;
import io.vertx.mutiny.core.http.HttpClientResponse;
import jakarta.enterprise.context.ApplicationScoped;
import java.net.URLEncoder;
import java.time.Duration;
import java.util.Locale;

/** Speaks the gateway's HTTP. No thread waits while the gateway works. */
@ApplicationScoped
class HttpGateway implements PaymentGateway {

    private final HttpClient http;
    private final GatewayConfig config;
    private final ObjectMapper json;
    private final MeterRegistry meters;

    HttpGateway(Vertx vertx, GatewayConfig config, ObjectMapper json, MeterRegistry meters) {
        this.config = config;
        this.json = json;
        this.meters = meters;
        this.http = vertx.createHttpClient(new HttpClientOptions()
                .setMaxPoolSize(config.maxConcurrent())
                .setConnectTimeout((int) config.connectTimeout().toMillis())
                // what was given up, or whose sender was killed, must not arrive minutes later: the kernel drops it
                .setSoLinger(0));
    }

    @Override
    public Uni<ChargeResult> charge(Charge charge) {
        ObjectNode body = json.createObjectNode()
                .put("reference", charge.id().toString())
                .put("orderId", charge.orderId().toString())
                .put("amount", charge.money().amount())
                .put("currency", charge.money().currency())
                .put("paymentMethod", charge.paymentMethod());
        Timer.Sample sample = Timer.start(meters);
        return send(keyedPost("/charges", charge.id().toString()), body.toString())
                .map(answer -> ChargeAnswer.read(json, answer, charge))
                .invoke(result -> stop(sample, "charge", result.verdict().name()));
    }

    @Override
    public Uni<ChargeLookUp> findCharge(PaymentId id) {
        Timer.Sample sample = Timer.start(meters);
        return lookUp("/charges", id.toString())
                .map(answer -> ChargeAnswer.readAll(json, answer, id))
                .invoke(lookUp -> stop(sample, "find_charge", lookUp.answered() ? "answered" : "unknown"));
    }

    @Override
    public Uni<RefundResult> refund(ChargeRefund refund) {
        ObjectNode body = json.createObjectNode()
                .put("reference", refund.id().toString())
                .put("amount", refund.money().amount())
                .put("currency", refund.money().currency());
        String path = "/charges/" + encoded(refund.chargeId()) + "/refunds";
        Timer.Sample sample = Timer.start(meters);
        return send(keyedPost(path, refund.id().toString()), body.toString())
                .map(answer -> RefundAnswer.read(json, answer, refund))
                .invoke(result -> stop(sample, "refund", result.verdict().name()));
    }

    @Override
    public Uni<RefundLookUp> findRefund(ChargeRefund refund) {
        Timer.Sample sample = Timer.start(meters);
        return lookUp("/refunds", refund.id().toString())
                .map(answer -> RefundAnswer.readList(json, answer, refund))
                .invoke(found -> stop(sample, "find_refund", found.kind().name()));
    }

    /** What moves money carries our id as its key, so that a gateway that honours keys moves it once. */
    private RequestOptions keyedPost(String path, String key) {
        return options(HttpMethod.POST, path)
                .putHeader("Content-Type", "application/json")
                .putHeader("Idempotency-Key", key);
    }

    private Uni<GatewayAnswer> lookUp(String path, String reference) {
        return send(options(HttpMethod.GET, path + "?reference=" + encoded(reference)), null);
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, UTF_8).replace("+", "%20");
    }

    private RequestOptions options(HttpMethod method, String path) {
        RequestOptions options = new RequestOptions()
                .setConnectTimeout(config.connectTimeout().toMillis())
                .setMethod(method)
                .setAbsoluteURI(config.url() + path);
        config.authorization().ifPresent(value -> options.putHeader("Authorization", value));
        return options;
    }

    /**
     * An answer for everything: what fails before the connection is open was certainly not sent; what fails afterwards
     * may have arrived.
     *
     * @param body null for a request without one
     */
    private Uni<GatewayAnswer> send(RequestOptions options, String body) {
        return Uni.createFrom().deferred(() -> send(options, body, Stopwatch.start()));
    }

    private Uni<GatewayAnswer> send(RequestOptions options, String body, Stopwatch connecting) {
        return http.request(options)
                .map(request -> connecting.isPast(config.connectTimeout()) ? tooLate(request) : exchange(request, body))
                .onFailure()
                .invoke(fault -> Log.warnf("The gateway cannot be reached: %s", fault))
                .onFailure()
                .recoverWithItem(fault -> Uni.createFrom().item(GatewayAnswer.notConnected()))
                .flatMap(exchange -> exchange);
    }

    /** A process that was frozen while it connected: by now others may have given this call up. */
    private static Uni<GatewayAnswer> tooLate(HttpClientRequest request) {
        request.reset();
        return Uni.createFrom().item(GatewayAnswer.notConnected());
    }

    private Uni<GatewayAnswer> exchange(HttpClientRequest request, String body) {
        Duration timeout = config.timeout();
        return (body == null ? request.send() : request.send(body))
                .flatMap(this::whole)
                .ifNoItem()
                .after(timeout)
                .recoverWithItem(() -> {
                    request.reset();
                    return GatewayAnswer.cut("timeout");
                })
                .onFailure()
                .recoverWithItem(fault -> GatewayAnswer.cut("connection_lost"));
    }

    /** Not kept beyond the limit: an answer without end would fill the memory until the time-out. */
    private Uni<GatewayAnswer> whole(HttpClientResponse response) {
        Buffer content = Buffer.buffer();
        return Uni.createFrom().emitter(end -> response.handler(part -> {
                    content.appendBuffer(part);
                    if (content.length() > config.maxAnswerBytes()) {
                        end.complete(GatewayAnswer.cut("answer_too_long"));
                        response.request().reset();
                    }
                })
                .exceptionHandler(end::fail)
                .endHandler(() -> end.complete(new GatewayAnswer(response.statusCode(), content.toString(), null))));
    }

    private void stop(Timer.Sample sample, String call, String verdict) {
        sample.stop(meters.timer("payonce.gateway", "call", call, "verdict", verdict.toLowerCase(Locale.ROOT)));
    }
}
