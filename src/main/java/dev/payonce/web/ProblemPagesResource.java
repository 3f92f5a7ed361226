package dev.payonce.web;

import io.quarkus.qute.CheckedTemplate;
import io.quarkus.qute.TemplateExtension;
import io.quarkus.qute.TemplateInstance;
import jakarta.annotation.security.PermitAll;
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
@PermitAll
public class ProblemPagesResource {

    private final Pages pages;
    private final Problems problems;

    ProblemPagesResource(Pages pages, Problems problems) {
        this.pages = pages;
        this.problems = problems;
    }

    @CheckedTemplate
    static class Templates {

        static native TemplateInstance list(List<ProblemType> problems);

        static native TemplateInstance page(ProblemType problem);
    }

    /** The remedy, in which every other part is code: they are written between back quotes. */
    @TemplateExtension
    static List<String> remedyParts(ProblemType problem) {
        return List.of(problem.remedy().split("`"));
    }

    /** For pages that show refusals in the reader's language: {@code {#include problem-words /}}. */
    @TemplateExtension(namespace = "problems")
    static List<ProblemType> all() {
        return List.of(ProblemType.values());
    }

    @GET
    public RestResponse<Object> list() {
        return pages.show(Templates.list(List.of(ProblemType.values())));
    }

    @GET
    @Path("/{code}")
    public RestResponse<Object> page(String code) {
        return find(code)
                .map(problem -> pages.show(Templates.page(problem)))
                .orElseGet(() -> problems.answer(ProblemType.NOT_FOUND, "There is no such problem."));
    }

    private static Optional<ProblemType> find(String code) {
        return Arrays.stream(ProblemType.values())
                .filter(problem -> problem.name().equals(code))
                .findAny();
    }
}
