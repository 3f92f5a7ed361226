package dev.payonce.lab;

import dev.payonce.web.ProblemType;
import dev.payonce.web.Problems;
import dev.payonce.web.Role;
import dev.payonce.web.Violation;
import io.quarkus.qute.i18n.MessageBundles;
import io.quarkus.resteasy.reactive.server.EndpointDisabled;
import io.smallrye.common.annotation.NonBlocking;
import io.smallrye.mutiny.Uni;
import jakarta.annotation.security.RolesAllowed;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jboss.resteasy.reactive.RestResponse;

/** The lab by HTTP. A run is bounded in time, so it is answered when it has ended. */
@Path("/lab")
@Produces(MediaType.APPLICATION_JSON)
@EndpointDisabled(name = "payonce.lab.enabled", stringValue = "false", disableIfMissing = true)
class LabResource {

    private final LabConfig config;
    private final Lab lab;
    private final Problems problems;

    LabResource(LabConfig config, Lab lab, Problems problems) {
        this.config = config;
        this.lab = lab;
        this.problems = problems;
    }

    /** What there is to choose from. */
    @GET
    @Path("patterns")
    @RolesAllowed(Role.OPERATOR)
    @NonBlocking
    public LabCatalogue patterns() {
        checkEnabled();
        return LabCatalogue.of(config, MessageBundles.get(LabTexts.class));
    }

    @POST
    @Path("runs")
    @Consumes(MediaType.APPLICATION_JSON)
    @RolesAllowed(Role.OPERATOR)
    public Uni<RestResponse<Object>> run(@NotNull @Valid LabRunRequest request) {
        checkEnabled();
        List<Violation> violations = violations(request);
        if (!violations.isEmpty()) {
            return Uni.createFrom().item(problems.invalid(violations));
        }
        return lab.run(storm(request)).map(result -> result.map(shown -> RestResponse.ok((Object) shown))
                .orElseGet(() -> problems.answer(ProblemType.OVERLOADED, "Another run of the lab is at work.")));
    }

    private List<Violation> violations(LabRunRequest request) {
        List<Violation> violations = new ArrayList<>();
        if (request.callers() > config.maxCallers()) {
            violations.add(new Violation("callers", "must be at most " + config.maxCallers()));
        }
        long maxDelay = config.maxGatewayDelay().toMillis();
        if (request.gatewayDelayMillis() > maxDelay) {
            violations.add(new Violation("gatewayDelayMillis", "must be at most " + maxDelay));
        }
        return violations;
    }

    /** Without a fault nothing is held up: then it is the pattern that is measured. */
    private Storm storm(LabRunRequest request) {
        return new Storm(
                request.pattern(),
                request.callers(),
                Duration.ofMillis(request.gatewayDelayMillis()),
                request.fault(),
                config.patience(),
                request.fault() == Fault.NONE ? Duration.ZERO : config.hold());
    }

    /** The annotation above compares text: FALSE, for one, is not its "false". */
    private void checkEnabled() {
        if (!config.enabled()) {
            throw new NotFoundException();
        }
    }
}
