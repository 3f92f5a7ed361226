package dev.payonce.web;

import io.quarkus.qute.CheckedTemplate;
import io.quarkus.qute.TemplateExtension;
import io.quarkus.qute.TemplateInstance;
import io.quarkus.vertx.http.runtime.filters.Filters;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.util.Set;
import org.eclipse.microprofile.config.ConfigProvider;

/**
 * The page of the API explorer, where there is one: not in production. Ours stands in for Quarkus's, which has scripts
 * inside, so that a strict policy would not run it; the files behind it are Quarkus's.
 */
@ApplicationScoped
class ExplorerPage {

    private static final Set<String> PATHS = Set.of("/q/swagger-ui", "/q/swagger-ui/", "/q/swagger-ui/index.html");

    @CheckedTemplate
    static class Templates {

        static native TemplateInstance explorer();
    }

    /** Whether pages may lead to it: {@code {#if explorer:isThere}}. */
    @TemplateExtension(namespace = "explorer")
    static boolean isThere() {
        return ConfigProvider.getConfig()
                .getOptionalValue("quarkus.swagger-ui.always-include", Boolean.class)
                .orElse(false);
    }

    void register(@Observes Filters filters) {
        if (isThere()) {
            filters.register(this::show, EveryAnswer.AFTER_CORS);
        }
    }

    private void show(RoutingContext request) {
        if (request.request().method() != HttpMethod.GET || !PATHS.contains(request.normalizedPath())) {
            request.next();
            return;
        }
        BrowserRules.setPolicy(request.response().headers(), BrowserRules.EXPLORER);
        request.response()
                .putHeader("Content-Type", "text/html;charset=UTF-8")
                .end(Templates.explorer().render());
    }
}
