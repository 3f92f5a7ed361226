package dev.payonce.console;

import dev.payonce.web.Exponents;
import dev.payonce.web.Pages;
import io.quarkus.qute.CheckedTemplate;
import io.quarkus.qute.TemplateInstance;
import jakarta.annotation.security.PermitAll;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.jboss.resteasy.reactive.RestResponse;

/** The console as a page. It has texts alone: what it shows comes by calls that need the role. */
@Path("/console")
@Produces(MediaType.TEXT_HTML)
@PermitAll
class ConsoleResource {

    @CheckedTemplate
    static class Templates {

        static native TemplateInstance console(boolean sandbox, String exponents, int countLimit, int bufferLimit);
    }

    private final Pages pages;
    private final ConsoleConfig config;
    private final boolean sandbox;
    private final int bufferLimit;

    ConsoleResource(
            Pages pages,
            ConsoleConfig config,
            @ConfigProperty(name = "payonce.sandbox.enabled") boolean sandbox,
            @ConfigProperty(name = "payonce.buffer.limit") int bufferLimit) {
        this.pages = pages;
        this.config = config;
        this.sandbox = sandbox;
        this.bufferLimit = bufferLimit;
    }

    @GET
    public RestResponse<Object> console() {
        return pages.show(Templates.console(sandbox, Exponents.TEXT, config.countLimit(), bufferLimit));
    }
}
