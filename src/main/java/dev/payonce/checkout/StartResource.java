package dev.payonce.checkout;

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

/** The first page: demo goods where the sandbox is on, elsewhere the way to the contract. */
@Path("/")
@Produces(MediaType.TEXT_HTML)
@PermitAll
class StartResource {

    @CheckedTemplate
    static class Templates {

        static native TemplateInstance shop(String exponents, boolean lab);

        static native TemplateInstance plain();
    }

    private final Pages pages;
    private final boolean sandbox;
    private final boolean lab;

    StartResource(
            Pages pages,
            @ConfigProperty(name = "payonce.sandbox.enabled") boolean sandbox,
            @ConfigProperty(name = "payonce.lab.enabled") boolean lab) {
        this.pages = pages;
        this.sandbox = sandbox;
        this.lab = lab;
    }

    @GET
    public RestResponse<Object> start() {
        return pages.show(sandbox ? Templates.shop(Exponents.TEXT, lab) : Templates.plain());
    }
}
