package dev.payonce.web;

import io.quarkus.vertx.http.runtime.filters.Filters;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.util.List;
import java.util.Set;
import org.jboss.logging.MDC;

/** What each answer carries, whichever route gives it: request id, caching, security headers. */
@ApplicationScoped
class EveryAnswer {

    /** Before anything can answer. */
    static final int FIRST = 1000;

    private static final List<String> SECRET = List.of("/tokens", "/pay", "/sandbox/login", "/webhook-endpoints");
    private static final List<String> PERSONAL = List.of(
            "/",
            "/checkout",
            "/orders",
            "/payments",
            "/refunds",
            "/recovery",
            "/dead-letters",
            "/stock",
            "/gateway",
            "/webhook-deliveries",
            "/sandbox",
            "/lab",
            "/console",
            "/deliveries",
            "/audit");

    /** After Quarkus's answers to preflight requests, where an operator has switched CORS on. */
    static final int AFTER_CORS = 100;

    private final ResourceMethods methods;
    private final HttpConfig config;

    EveryAnswer(ResourceMethods methods, HttpConfig config) {
        this.methods = methods;
        this.config = config;
    }

    void register(@Observes Filters filters) {
        filters.register(this::dress, FIRST);
        filters.register(this::options, AFTER_CORS);
    }

    private void dress(RoutingContext request) {
        String id = RequestId.of(request);
        MDC.put("requestId", id);
        MultiMap headers = request.response().headers();
        headers.set(RequestId.HEADER, id);
        BrowserRules.setStrictest(headers);
        // as the peer speaks, or what a proxy says where an operator has chosen to trust it
        if ("https".equals(request.request().scheme()) && !config.alwaysTlsFor().isZero()) {
            BrowserRules.setAlwaysTls(headers, config.alwaysTlsFor());
        }
        caching(request.normalizedPath(), headers);
        request.next();
    }

    private static void caching(String path, MultiMap headers) {
        if (under(SECRET, path)) {
            headers.set("Cache-Control", "no-store");
        } else if (under(PERSONAL, path)) {
            headers.set("Cache-Control", "private, no-cache");
        }
    }

    private static boolean under(List<String> roots, String path) {
        return roots.stream().anyMatch(root -> path.equals(root) || path.startsWith(root + "/"));
    }

    /** The framework would tell the methods of all paths that begin alike. */
    private void options(RoutingContext request) {
        Set<String> allowed = request.request().method() == HttpMethod.OPTIONS
                ? methods.allowedAt(request.normalizedPath())
                : Set.of();
        if (allowed.isEmpty()) {
            request.next();
            return;
        }
        request.response().putHeader("Allow", String.join(", ", allowed)).end();
    }
}
