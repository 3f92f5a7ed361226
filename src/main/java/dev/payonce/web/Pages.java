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

    private final RoutingContext request;

    Pages(RoutingContext request) {
        this.request = request;
    }

    public RestResponse<Object> show(TemplateInstance page) {
        String html = Look.of(request.request()).on(page).render();
        BrowserRules.setPolicy(request.response().headers(), BrowserRules.PAGE);
        return RestResponse.ResponseBuilder.ok((Object) html)
                .type(MediaType.TEXT_HTML_TYPE.withCharset("UTF-8"))
                .header(HttpHeaders.VARY, "Cookie, Accept-Language")
                .build();
    }
}
