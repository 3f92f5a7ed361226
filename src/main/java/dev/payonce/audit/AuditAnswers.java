package dev.payonce.audit;

import dev.payonce.audit.Deed.Result;
import dev.payonce.value.AuditId;
import dev.payonce.value.Stopwatch;
import dev.payonce.web.Caller;
import dev.payonce.web.Peer;
import dev.payonce.web.Replay;
import dev.payonce.web.RequestId;
import dev.payonce.web.Role;
import dev.payonce.web.Subject;
import io.quarkus.security.identity.CurrentIdentityAssociation;
import io.quarkus.security.identity.SecurityIdentity;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.core.HttpHeaders;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jboss.resteasy.reactive.server.ServerResponseFilter;

/** Reads off each answer whether it tells of a change or of a refusal. */
@ApplicationScoped
class AuditAnswers {

    private static final Set<String> READING = Set.of(HttpMethod.GET, HttpMethod.HEAD, HttpMethod.OPTIONS);

    /** A token changes nothing until it is paid with, which is kept. */
    private static final String CHANGES_NOTHING = "/tokens";

    private static final int FORBIDDEN = 403;

    /** The gateway's no is an end of a payment or refund, as its yes is. */
    private static final Set<Integer> ENDED_WITHOUT_SUCCESS = Set.of(402, 502);

    private final AuditTrail trail;
    private final CurrentIdentityAssociation identities;

    AuditAnswers(AuditTrail trail, CurrentIdentityAssociation identities) {
        this.trail = trail;
        this.identities = identities;
    }

    @ServerResponseFilter
    public void note(ContainerResponseContext response, RoutingContext request) {
        if (response.getStatus() == FORBIDDEN) {
            note(Result.REFUSED, response, request);
        } else if (tellsOfAChange(response, request)) {
            note(Result.DONE, response, request);
        }
    }

    private static boolean tellsOfAChange(ContainerResponseContext response, RoutingContext request) {
        int status = response.getStatus();
        return !READING.contains(request.request().method().name())
                && !CHANGES_NOTHING.equals(request.normalizedPath())
                && (status < 300 || ENDED_WITHOUT_SUCCESS.contains(status))
                && !Replay.isMarked(response.getHeaders());
    }

    /** Who nobody knows does nothing that needs a role: sandbox and gateway sign in by other means. */
    private void note(Result result, ContainerResponseContext response, RoutingContext request) {
        Optional<String> subject = subject(response, request);
        identities
                .getDeferredIdentity()
                .onFailure()
                .recoverWithNull()
                .subscribe()
                .with(identity -> {
                    if (identity != null && !identity.isAnonymous()) {
                        trail.keep(deed(identity, result, subject, response.getStatus(), request));
                    }
                });
    }

    private static Deed deed(
            SecurityIdentity identity, Result result, Optional<String> subject, int status, RoutingContext request) {
        return new Deed(
                AuditId.next(),
                Caller.subjectOf(identity).orElse(null),
                roles(identity),
                result,
                request.request().method().name(),
                request.normalizedPath(),
                subject.orElse(null),
                status,
                1,
                Peer.addressOf(request),
                RequestId.of(request),
                Stopwatch.start());
    }

    private static Optional<String> subject(ContainerResponseContext response, RoutingContext request) {
        return Optional.ofNullable(response.getHeaders().getFirst(HttpHeaders.LOCATION))
                .map(Object::toString)
                .map(location -> location.substring(location.lastIndexOf('/') + 1))
                .or(() -> Subject.of(request));
    }

    /** An issuer may have roles of its own, which mean nothing here. */
    private static String roles(SecurityIdentity identity) {
        return Stream.of(Role.CUSTOMER, Role.MERCHANT, Role.OPERATOR)
                .filter(identity::hasRole)
                .collect(Collectors.joining(","));
    }
}
