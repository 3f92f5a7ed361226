package dev.payonce.web;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import io.quarkus.logging.Log;
import io.quarkus.security.AuthenticationFailedException;
import io.quarkus.security.ForbiddenException;
import io.quarkus.security.UnauthorizedException;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.validation.ConstraintViolation;
import jakarta.validation.ConstraintViolationException;
import jakarta.validation.ElementKind;
import jakarta.validation.Path;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.HttpHeaders;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.StreamSupport;
import org.jboss.resteasy.reactive.RestResponse;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;

/** Turns whatever a request can throw into a problem that tells the caller what to do, and nothing of our insides. */
@ApplicationScoped
class ExceptionMappers {

    private final Problems problems;
    private final ResourceMethods methods;

    ExceptionMappers(Problems problems, ResourceMethods methods) {
        this.problems = problems;
        this.methods = methods;
    }

    @ServerExceptionMapper
    RestResponse<Object> invalid(ConstraintViolationException fault) {
        if (fault.getConstraintViolations().stream().anyMatch(ExceptionMappers::isOurFault)) {
            return unexpected(fault);
        }
        List<Violation> violations = fault.getConstraintViolations().stream()
                .map(one -> new Violation(field(one.getPropertyPath()), one.getMessage()))
                .sorted(Comparator.comparing(Violation::field).thenComparing(Violation::message))
                .toList();
        return problems.invalid(violations);
    }

    @ServerExceptionMapper
    RestResponse<Object> mismatched(MismatchedInputException fault) {
        return problems.builder(JsonFaults.problem(fault)).build();
    }

    @ServerExceptionMapper
    RestResponse<Object> refused(BodyRefused fault) {
        return problems.answer(fault.type(), fault.getMessage());
    }

    @ServerExceptionMapper
    RestResponse<Object> unauthorized(UnauthorizedException fault) {
        return problems.answer(ProblemType.UNAUTHENTICATED, "This call needs a bearer token.");
    }

    @ServerExceptionMapper
    RestResponse<Object> badToken(AuthenticationFailedException fault) {
        RestResponse<Object> answer =
                problems.answer(ProblemType.UNAUTHENTICATED, "The bearer token is not valid or has expired.");
        answer.getHeaders().putSingle(HttpHeaders.WWW_AUTHENTICATE, "Bearer error=\"invalid_token\"");
        return answer;
    }

    @ServerExceptionMapper
    RestResponse<Object> forbidden(ForbiddenException fault) {
        return problems.answer(ProblemType.FORBIDDEN, "Your role does not allow this call.");
    }

    @ServerExceptionMapper
    RestResponse<Object> http(WebApplicationException fault, RoutingContext request) {
        if (fault.getCause() instanceof JsonProcessingException json) {
            return problems.builder(JsonFaults.problem(json)).build();
        }
        return switch (fault.getResponse().getStatus()) {
            case 400 -> problems.invalid(List.of());
            case 401 -> problems.answer(ProblemType.UNAUTHENTICATED, "This call needs a bearer token.");
            case 403 -> problems.answer(ProblemType.FORBIDDEN, "Your role does not allow this call.");
            case 404 -> notFound(request);
            case 405 -> notAllowed(methods.allowedAt(request.normalizedPath()));
            case 406 -> problems.answer(ProblemType.NOT_ACCEPTABLE, "This call answers in another media type.");
            case 413 -> problems.answer(ProblemType.PAYLOAD_TOO_LARGE, "The body is larger than 64 KiB.");
            case 415 -> problems.answer(ProblemType.UNSUPPORTED_MEDIA_TYPE, "This call takes another media type.");
            default -> unexpected(fault);
        };
    }

    @ServerExceptionMapper
    RestResponse<Object> unexpected(Throwable fault) {
        Log.error("unexpected failure", fault);
        return problems.answer(ProblemType.INTERNAL, "The failure is recorded under this requestId.");
    }

    /** Routes beside the resources are not known to the framework when it looks for other methods. */
    private RestResponse<Object> notFound(RoutingContext request) {
        Set<String> allowed = methods.allowedAt(request.normalizedPath());
        return allowed.isEmpty() || allowed.contains(request.request().method().name())
                ? problems.answer(ProblemType.NOT_FOUND, "There is nothing here for you.")
                : notAllowed(allowed);
    }

    private RestResponse<Object> notAllowed(Set<String> allowed) {
        Problem problem = Problem.of(ProblemType.METHOD_NOT_ALLOWED, "This path has other methods.", Map.of());
        return problems.builder(problem)
                .header(HttpHeaders.ALLOW, String.join(", ", allowed))
                .build();
    }

    private static boolean isOurFault(ConstraintViolation<?> violation) {
        return StreamSupport.stream(violation.getPropertyPath().spliterator(), false)
                .anyMatch(node -> node.getKind() == ElementKind.RETURN_VALUE);
    }

    /**
     * The way to the field without the method and the name of its parameter, unless that is all there is, and without the
     * node {@code <list element>}: {@code roles[1]} has said that already.
     */
    private static String field(Path path) {
        List<Path.Node> nodes = StreamSupport.stream(path.spliterator(), false)
                .filter(node -> node.getKind() != ElementKind.CONTAINER_ELEMENT)
                .toList();
        StringBuilder field = new StringBuilder();
        nodes.stream().skip(nodes.size() > 2 ? 2 : 1).forEach(node -> field.append('.')
                .append(node));
        return field.substring(Math.min(1, field.length()));
    }
}
