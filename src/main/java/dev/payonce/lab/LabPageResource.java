package dev.payonce.lab;

import dev.payonce.web.Pages;
import io.quarkus.qute.CheckedTemplate;
import io.quarkus.qute.TemplateExtension;
import io.quarkus.qute.TemplateInstance;
import io.quarkus.resteasy.reactive.server.EndpointDisabled;
import jakarta.annotation.security.PermitAll;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.jboss.resteasy.reactive.RestResponse;

/** The lab as a page. It has texts alone: its runs are those of {@code POST /lab/runs}, for whoever may make them. */
@Path("/lab")
@Produces(MediaType.TEXT_HTML)
@PermitAll
@EndpointDisabled(name = "payonce.lab.enabled", stringValue = "false", disableIfMissing = true)
class LabPageResource {

    @CheckedTemplate
    static class Templates {

        static native TemplateInstance lab(LabChoices choices, boolean sandbox);
    }

    /** How a storm with this fault ends, for the cards. */
    @TemplateExtension
    static Verdict end(PatternName pattern, Fault fault) {
        return pattern.expected(fault);
    }

    private final Pages pages;
    private final LabConfig config;
    private final boolean sandbox;

    LabPageResource(Pages pages, LabConfig config, @ConfigProperty(name = "payonce.sandbox.enabled") boolean sandbox) {
        this.pages = pages;
        this.config = config;
        this.sandbox = sandbox;
    }

    @GET
    public RestResponse<Object> lab() {
        if (!config.enabled()) {
            throw new NotFoundException();
        }
        return pages.show(Templates.lab(LabChoices.of(config), sandbox));
    }
}
