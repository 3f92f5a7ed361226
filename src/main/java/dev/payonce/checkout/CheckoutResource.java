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
import java.util.List;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.jboss.resteasy.reactive.RestPath;
import org.jboss.resteasy.reactive.RestResponse;

/**
 * The page on which an order is paid. It is the same for every order, there or not: what is shown comes by
 * {@code GET /orders/{id}}, which knows who asks.
 */
@Path("/checkout")
@Produces(MediaType.TEXT_HTML)
@PermitAll
class CheckoutResource {

    @CheckedTemplate
    static class Templates {

        static native TemplateInstance checkout(
                List<String> methods, String shop, String signIn, boolean sandbox, String exponents);
    }

    private final Pages pages;
    private final CheckoutConfig config;
    private final boolean sandbox;

    CheckoutResource(
            Pages pages, CheckoutConfig config, @ConfigProperty(name = "payonce.sandbox.enabled") boolean sandbox) {
        this.pages = pages;
        this.config = config;
        this.sandbox = sandbox;
    }

    @GET
    @Path("{id}")
    public RestResponse<Object> checkout(@RestPath String id) {
        return pages.show(Templates.checkout(
                config.paymentMethods().orElse(List.of()),
                config.shopUrl().orElse(sandbox ? "/" : ""),
                config.signInUrl().orElse(""),
                sandbox,
                Exponents.TEXT));
    }
}
