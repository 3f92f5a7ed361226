package dev.payonce.sandbox;

import io.quarkus.logging.Log;
import io.vertx.core.Context;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.BodyHandler;
import java.util.Optional;

/**
 * A payment gateway for trying the service out. It speaks the protocol that the service's HTTP adapter expects, and goes
 * wrong on request. It needs nothing but a Vert.x router, never blocks, and keeps its own ledger.
 *
 * <p>What is booked in the ledger, by outcome: {@code approve}, {@code cut}, {@code html}, {@code empty},
 * {@code unknownStatus} and {@code wrongAmount} book the charge as asked, {@code decline} books it as declined, and
 * {@code error500} books nothing. The fault spoils the answer on its way out, those of repeats too; what a key has
 * recorded is the true answer. Payment methods may add a decline or a fault of their own to the one call that charges.
 */
public final class SandboxGateway {

    private static final long LARGEST_BODY = 64 * 1024;
    private static final String WORKED_UNHEARD = "caller_gone";

    private final Vertx vertx;
    private final SandboxLedger ledger;
    private final SandboxProcessor processor;
    private volatile SandboxBehaviour behaviour = SandboxBehaviour.DEFAULT;

    public SandboxGateway(Vertx vertx, SandboxLedger ledger) {
        this.vertx = vertx;
        this.ledger = ledger;
        this.processor = new SandboxProcessor(vertx, ledger);
    }

    /** Serves the gateway under {@code prefix}, such as {@code /sandbox/gateway}. */
    public void mount(Router router, String prefix) {
        Handler<RoutingContext> body = BodyHandler.create(false).setBodyLimit(LARGEST_BODY);
        Handler<RoutingContext> none = RoutingContext::next;
        route(router, HttpMethod.POST, prefix + "/charges", body, this::charge);
        route(router, HttpMethod.GET, prefix + "/charges", none, ctx -> find(ctx, SandboxOperation.FIND_CHARGE));
        route(router, HttpMethod.POST, prefix + "/charges/:id/refunds", body, this::refund);
        route(router, HttpMethod.GET, prefix + "/refunds", none, ctx -> find(ctx, SandboxOperation.FIND_REFUND));
        route(router, HttpMethod.GET, prefix + "/ledger", none, this::showLedger);
        route(router, HttpMethod.GET, prefix + "/behaviour", none, this::showBehaviour);
        route(router, HttpMethod.PUT, prefix + "/behaviour", body, this::behave);
    }

    private static void route(
            Router router,
            HttpMethod method,
            String path,
            Handler<RoutingContext> first,
            Handler<RoutingContext> handler) {
        router.route(method, path).handler(first).handler(handler).failureHandler(SandboxGateway::failed);
    }

    private void charge(RoutingContext ctx) {
        serve(ctx, SandboxRequest.charge(ctx.body().buffer(), idempotencyKey(ctx)));
    }

    private void refund(RoutingContext ctx) {
        serve(ctx, SandboxRequest.refund(ctx.pathParam("id"), ctx.body().buffer(), idempotencyKey(ctx)));
    }

    private static String idempotencyKey(RoutingContext ctx) {
        return ctx.request().getHeader("Idempotency-Key");
    }

    private void serve(RoutingContext ctx, SandboxRequest request) {
        long call = ledger.began(request);
        Optional<SandboxRefusal> refusal = request.refusal().or(() -> ledger.refusal(request));
        if (refusal.isPresent()) {
            answer(ctx, call, SandboxResult.refused(refusal.get()));
            return;
        }
        // a repeat is completed by its twin's event loop: go back to the one that owns the connection
        Context own = vertx.getOrCreateContext();
        processor
                .process(request, behaviour)
                .onSuccess(result -> own.runOnContext(back -> answer(ctx, call, result)))
                .onFailure(ctx::fail);
    }

    /** The end is in the ledger before the answer goes out. */
    private void answer(RoutingContext ctx, long call, SandboxResult result) {
        if (ctx.response().closed()) {
            ledger.ended(call, WORKED_UNHEARD);
            return;
        }
        ledger.ended(call, result.ended());
        SandboxReply.of(result).send(ctx.request());
    }

    private void find(RoutingContext ctx, SandboxOperation operation) {
        SandboxRequest request = SandboxRequest.lookup(operation, ctx.request().getParam("reference"));
        long call = ledger.began(request);
        Optional<SandboxRefusal> refusal = request.refusal().or(this::lookupRefusal);
        if (refusal.isPresent()) {
            ledger.ended(call, refusal.get().code());
            SandboxReply.of(refusal.get()).send(ctx.request());
            return;
        }
        JsonArray found = new JsonArray();
        ledger.find(operation, request.reference()).forEach(entry -> found.add(entry.toJson()));
        ledger.ended(call, found.isEmpty() ? "not_found" : "found");
        String field = operation.isAboutRefunds() ? "refunds" : "charges";
        SandboxReply.json(200, new JsonObject().put(field, found)).send(ctx.request());
    }

    private Optional<SandboxRefusal> lookupRefusal() {
        return behaviour.lookup()
                ? Optional.empty()
                : Optional.of(new SandboxRefusal(503, "lookup_unavailable", "look-ups are switched off"));
    }

    private void showLedger(RoutingContext ctx) {
        String orderId = ctx.request().getParam("orderId");
        SandboxReply reply = orderId == null
                ? SandboxReply.of(SandboxRefusal.invalid("orderId is missing"))
                : SandboxReply.json(200, ledger.ofOrder(orderId));
        reply.send(ctx.request());
    }

    private void showBehaviour(RoutingContext ctx) {
        SandboxReply.json(200, behaviour.toJson()).send(ctx.request());
    }

    private void behave(RoutingContext ctx) {
        Optional<JsonObject> json = Optional.ofNullable(ctx.body().buffer()).flatMap(SandboxJson::parse);
        Optional<String> fault = json.map(SandboxBehaviour::fault).orElse(Optional.of("the body is not a JSON object"));
        if (fault.isPresent()) {
            SandboxReply.of(SandboxRefusal.invalid(fault.get())).send(ctx.request());
            return;
        }
        behaviour = SandboxBehaviour.of(json.get());
        showBehaviour(ctx);
    }

    private static void failed(RoutingContext ctx) {
        int status = ctx.statusCode();
        if (status >= 400 && status < 500) {
            SandboxReply.of(new SandboxRefusal(status, "invalid_request", "the request cannot be read"))
                    .send(ctx.request());
            return;
        }
        Log.error("The sandbox gateway failed", ctx.failure());
        SandboxReply.json(500, new JsonObject().put("code", "internal_error")).send(ctx.request());
    }
}
