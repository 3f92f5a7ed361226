package dev.payonce.messaging;

import dev.payonce.value.DeadLetterId;
import dev.payonce.value.OneOf;
import dev.payonce.web.Page;
import dev.payonce.web.PageLimit;
import dev.payonce.web.ProblemType;
import dev.payonce.web.Problems;
import dev.payonce.web.Role;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.Optional;
import org.jboss.resteasy.reactive.RestPath;
import org.jboss.resteasy.reactive.RestQuery;
import org.jboss.resteasy.reactive.RestResponse;

/** What could not be handled, and a second try once its cause is gone. */
@Path("/dead-letters")
@Produces(MediaType.APPLICATION_JSON)
class DeadLetterResource {

    private final DeadLetters letters;
    private final Redrive redrive;
    private final Problems problems;

    DeadLetterResource(DeadLetters letters, Redrive redrive, Problems problems) {
        this.letters = letters;
        this.redrive = redrive;
        this.problems = problems;
    }

    /** Newest first. */
    @GET
    @RolesAllowed(Role.OPERATOR)
    public RestResponse<Object> list(
            @RestQuery @OneOf(DeadLetter.Status.class) String status,
            @RestQuery @DefaultValue(PageLimit.DEFAULT) @PageLimit String limit,
            @RestQuery String after) {
        Optional<DeadLetterId> start =
                after == null ? Optional.of(new DeadLetterId(Long.MAX_VALUE)) : DeadLetterId.parse(after);
        Optional<DeadLetter.Status> shown = Optional.ofNullable(status).map(DeadLetter.Status::valueOf);
        return start.map(id -> RestResponse.ok((Object) page(shown, id, Integer.parseInt(limit))))
                .orElseGet(() -> problems.invalid("after", Page.AFTER_RULE));
    }

    private Page<DeadLetterView> page(Optional<DeadLetter.Status> status, DeadLetterId before, int limit) {
        return Page.of(
                letters.page(status, before, limit + 1).stream()
                        .map(DeadLetterView::of)
                        .toList(),
                limit,
                DeadLetterView::id);
    }

    /** Takes the original bytes through the handler again. */
    @POST
    @Path("{id}/redrive")
    @RolesAllowed(Role.OPERATOR)
    public RestResponse<Object> redrive(@RestPath String id) {
        return DeadLetterId.parse(id)
                .flatMap(letters::find)
                .map(this::redrive)
                .orElseGet(() -> problems.answer(ProblemType.NOT_FOUND, "There is no such dead letter."));
    }

    private RestResponse<Object> redrive(DeadLetter letter) {
        if (!letter.mayBeRedriven()) {
            return problems.answer(ProblemType.DEAD_LETTER_CLOSED, ProblemType.DEAD_LETTER_CLOSED.remedy());
        }
        Outcome outcome = redrive.redrive(letter);
        if (outcome.kind() == Outcome.Kind.RETRY_LATER) {
            return problems.answer(ProblemType.STORE_UNAVAILABLE, ProblemType.STORE_UNAVAILABLE.remedy());
        }
        return RestResponse.ok(DeadLetterView.of(letters.find(letter.id()).orElseThrow()));
    }
}
