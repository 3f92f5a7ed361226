package dev.payonce.sandbox;

import dev.payonce.web.Role;
import io.quarkus.resteasy.reactive.server.EndpointDisabled;
import io.smallrye.common.annotation.NonBlocking;
import io.smallrye.jwt.build.Jwt;
import io.smallrye.jwt.build.JwtClaimsBuilder;
import jakarta.annotation.security.PermitAll;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.jboss.resteasy.reactive.RestResponse;

/**
 * Signs anyone in as anyone: what an identity provider does in production. Without the sandbox, or without a key to sign
 * with, the path is not there.
 */
@Path("/sandbox/login")
@Produces(MediaType.APPLICATION_JSON)
@EndpointDisabled(name = "payonce.sandbox.enabled", stringValue = "false", disableIfMissing = true)
class SandboxLoginResource {

    private static final String ANY_ROLE = Role.CUSTOMER + "|" + Role.MERCHANT + "|" + Role.OPERATOR;

    record Credentials(
            @NotNull @Pattern(regexp = "[A-Za-z0-9._-]{1,64}", message = "must be 1 to 64 of A-Z a-z 0-9 . _ -")
                    String user,
            @NotEmpty @Size(max = 3)
                    List<
                                    @NotNull
                                    @Pattern(regexp = ANY_ROLE, message = "must be customer, merchant or operator")
                                    String>
                            roles) {}

    /** The answer of RFC 6749 section 5.1, in this service's spelling; {@code expiresIn} is in seconds. */
    record Access(String accessToken, String tokenType, long expiresIn) {

        /** A bearer token is as good as a password. */
        @Override
        public String toString() {
            return "Access[" + tokenType + ", expiresIn=" + expiresIn + "]";
        }
    }

    private final SandboxConfig config;
    private final Optional<String> signingKey;
    private final Optional<String> issuer;

    SandboxLoginResource(
            SandboxConfig config,
            @ConfigProperty(name = "smallrye.jwt.sign.key.location") Optional<String> signingKey,
            @ConfigProperty(name = "mp.jwt.verify.issuer") Optional<String> issuer) {
        this.config = config;
        this.signingKey = signingKey;
        this.issuer = issuer;
    }

    @POST
    @Consumes(MediaType.APPLICATION_JSON)
    @PermitAll
    @NonBlocking
    public RestResponse<Access> signIn(@NotNull @Valid Credentials credentials) {
        // the annotation above compares text: FALSE, for one, is not its "false"
        if (!config.enabled() || signingKey.isEmpty()) {
            throw new NotFoundException();
        }
        long seconds = config.loginLifetime().toSeconds();
        Access access = new Access(token(credentials, seconds), "Bearer", seconds);
        return RestResponse.ResponseBuilder.ok(access)
                .header(HttpHeaders.CACHE_CONTROL, "no-store")
                .build();
    }

    private String token(Credentials credentials, long seconds) {
        JwtClaimsBuilder claims = Jwt.subject(credentials.user())
                .upn(credentials.user())
                .groups(Set.copyOf(credentials.roles()))
                .expiresIn(seconds);
        issuer.ifPresent(claims::issuer);
        return claims.sign();
    }
}
