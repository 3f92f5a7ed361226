package dev.payonce.webhook;

import dev.payonce.events.Told;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.SocketAddress;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.net.ssl.SSLException;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/**
 * Sends webhooks: to the address that was checked, without following redirects, and without keeping a word of the answer,
 * which may come from a place that its reader could not see otherwise. No thread waits.
 */
@ApplicationScoped
class WebhookClient {

    private static final int GONE = 410;

    private final Vertx vertx;
    private final Targets targets;
    private final WebhookConfig config;
    private final HttpClient http;

    @Inject
    WebhookClient(
            Vertx vertx,
            Targets targets,
            WebhookConfig config,
            @ConfigProperty(name = "payonce.outbox.max-at-work") int maxAtWork) {
        this(vertx, targets, config, maxAtWork, new HttpClientOptions());
    }

    /**
     * @param maxAtWork as many connections to one host: endpoints share hosts, and who waits for one must not wait for
     *     another
     * @param trust whom to trust beyond the machine's own list
     */
    WebhookClient(Vertx vertx, Targets targets, WebhookConfig config, int maxAtWork, HttpClientOptions trust) {
        this.vertx = vertx;
        this.targets = targets;
        this.config = config;
        this.http = vertx.createHttpClient(
                trust.setConnectTimeout((int) config.connectTimeout().toMillis())
                        .setMaxPoolSize(maxAtWork)
                        .setMaxWaitQueueSize(maxAtWork));
    }

    /** Any 2xx acknowledges. To be cancelled when it has taken too long: then the connection is closed. */
    Uni<Told> send(String url, Map<String, String> headers, String body) {
        Optional<TargetUrl> target = targets.find(url);
        if (target.isEmpty()) {
            return Uni.createFrom().item(Told.notTold("target_not_allowed"));
        }
        return targets.address(target.get())
                .flatMap(address -> address.map(allowed -> send(request(target.get(), allowed, headers), body))
                        .orElseGet(() -> Uni.createFrom().item(Told.notTold("address_not_allowed"))))
                .onFailure()
                .recoverWithItem(WebhookClient::failed);
    }

    private static RequestOptions request(TargetUrl target, InetAddress address, Map<String, String> headers) {
        RequestOptions request = new RequestOptions()
                .setMethod(HttpMethod.POST)
                .setServer(SocketAddress.inetSocketAddress(target.port(), address.getHostAddress()))
                .setHost(target.host())
                .setPort(target.port())
                .setSsl(target.https())
                .setURI(target.uri())
                .setFollowRedirects(false);
        headers.forEach(request::putHeader);
        return request;
    }

    private Uni<Told> send(RequestOptions options, String body) {
        return Uni.createFrom().emitter(result -> http.request(options)
                .onSuccess(request -> exchange(request, body, result))
                .onFailure(result::fail));
    }

    private void exchange(HttpClientRequest request, String body, UniEmitter<? super Told> result) {
        AtomicBoolean answered = new AtomicBoolean();
        result.onTermination(() -> {
            if (!answered.get()) {
                request.reset();
            }
        });
        request.send(body)
                .onSuccess(response -> {
                    answered.set(true);
                    throwAway(response);
                    result.complete(told(response.statusCode()));
                })
                .onFailure(result::fail);
    }

    private static Told told(int status) {
        String result = Integer.toString(status);
        if (status == GONE) {
            return Told.gone(result);
        }
        return status / 100 == 2 ? Told.acknowledged(result) : Told.notTold(result);
    }

    /** Read to its end so that the connection can be used again; not for long, and not without end. */
    private void throwAway(HttpClientResponse answer) {
        long late = vertx.setTimer(config.timeout().toMillis(), timer -> close(answer));
        int[] bytes = new int[1];
        answer.handler(part -> stopAt(answer, bytes, part));
        answer.exceptionHandler(cut -> vertx.cancelTimer(late));
        answer.endHandler(end -> vertx.cancelTimer(late));
    }

    private void stopAt(HttpClientResponse answer, int[] bytes, Buffer part) {
        bytes[0] += part.length();
        if (bytes[0] > config.maxAnswerBytes()) {
            close(answer);
        }
    }

    private static void close(HttpClientResponse answer) {
        answer.request().connection().close();
    }

    private static Told failed(Throwable fault) {
        if (fault instanceof UnknownHostException) {
            return Told.notTold("name_not_found");
        }
        return Told.notTold(isOfTls(fault) ? "tls_failed" : "connection_failed");
    }

    private static boolean isOfTls(Throwable fault) {
        return fault instanceof SSLException || fault.getCause() instanceof SSLException;
    }
}
