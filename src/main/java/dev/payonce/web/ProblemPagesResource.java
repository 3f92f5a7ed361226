package dev.payonce.web;

import io.quarkus.qute.CheckedTemplate;
import io.quarkus.qute.TemplateInstance;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jboss.resteasy.reactive.RestResponse;

/** The pages that the {@code type} of a problem leads to. */
@Path("/problems")
@Produces(MediaType.TEXT_HTML)
public class ProblemPagesResource {

    /** Nothing but our own stylesheet: no script, no frame, no form. */
    private static final String POLICY =
            "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    private final Problems problems;

    ProblemPagesResource(Problems problems) {
        this.problems = problems;
    }

    @CheckedTemplate
    static class Templates {

        static native TemplateInstance list(List<ProblemType> problems);

        static native TemplateInstance page(ProblemType problem);
    }

    @GET
    public RestResponse<Object> list() {
        return html(Templates.list(List.of(ProblemType.values())));
    }

    @GET
    @Path("/{code}")
    public RestResponse<Object> page(String code) {
        return find(code)
                .map(problem -> html(Templates.page(problem)))
                .orElseGet(() -> problems.answer(ProblemType.NOT_FOUND, "There is no such problem."));
    }

    private static Optional<ProblemType> find(String code) {
        return Arrays.stream(ProblemType.values())
                .filter(problem -> problem.name().equals(code))
                .findAny();
    }

    private static RestResponse<Object> html(TemplateInstance template) {
        return RestResponse.ResponseBuilder.ok((Object) template.render())
                .header("Content-Security-Policy", POLICY)
                .build();
    }
}
