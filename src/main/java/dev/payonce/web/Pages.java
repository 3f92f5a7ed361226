package dev.payonce.web;

import io.quarkus.qute.TemplateInstance;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import org.jboss.resteasy.reactive.RestResponse;

/**
 * Answers with a page: in the reader's language and colours, and under a policy by which nothing but our own files runs
 * or is loaded. A template includes {@code layout}; its texts are message bundles; it has no script or style inside.
 */
@ApplicationScoped
public class Pages {

    /** Nothing is sent or framed by markup, and no text can become markup: scripts talk by fetch and set text only. */
    private static final String POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self';"
            + " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none';"
            + " require-trusted-types-for 'script'; trusted-types 'none'";

    private final RoutingContext request;

    Pages(RoutingContext request) {
        this.request = request;
    }

    public RestResponse<Object> show(TemplateInstance page) {
        String html = Look.of(request.request()).on(page).render();
        return RestResponse.ResponseBuilder.ok((Object) html)
                .type(MediaType.TEXT_HTML_TYPE.withCharset("UTF-8"))
                .header("Content-Security-Policy", POLICY)
                .header("X-Frame-Options", "DENY")
                .header(HttpHeaders.VARY, "Cookie, Accept-Language")
                .build();
    }
}
