package dev.payonce.bench;

import jakarta.annotation.security.PermitAll;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import io.smallrye.common.annotation.NonBlocking;

/** What the framework alone does with a request: JSON in, JSON out, no sign-in, no store. In no jar but the benchmark's. */
@Path("/bench/empty")
class EmptyResource {

    record Body(String token, String paymentMethod) {}

    @POST
    @Consumes(MediaType.APPLICATION_JSON)
    @Produces(MediaType.APPLICATION_JSON)
    @PermitAll
    @NonBlocking
    public Body echo(Body body) {
        return body;
    }
}
