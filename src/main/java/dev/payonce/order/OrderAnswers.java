package dev.payonce.order;

import dev.payonce.idempotency.Once;
import dev.payonce.web.ProblemType;
import dev.payonce.web.Problems;
import dev.payonce.web.Replay;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.ws.rs.core.HttpHeaders;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jboss.resteasy.reactive.RestResponse;
import org.jboss.resteasy.reactive.RestResponse.ResponseBuilder;
import org.jboss.resteasy.reactive.RestResponse.Status;

/** How the results of the order's walk look in HTTP. */
@ApplicationScoped
class OrderAnswers {

    private final Problems problems;

    OrderAnswers(Problems problems) {
        this.problems = problems;
    }

    /** 304 where the caller has this very order already. */
    RestResponse<Object> show(OrderView order, Optional<VersionTag.Condition> noneMatch) {
        String tag = VersionTag.of(order);
        if (noneMatch.filter(condition -> condition.matchesWeakly(tag)).isPresent()) {
            return ResponseBuilder.create(Status.NOT_MODIFIED)
                    .header(HttpHeaders.ETAG, tag)
                    .build();
        }
        return ResponseBuilder.ok((Object) order).header(HttpHeaders.ETAG, tag).build();
    }

    /** The same refusal, and later the same order as first made, for every repeat with the same key. */
    RestResponse<Object> placed(Once<Placement> once) {
        return switch (once.kind()) {
            case DONE, SHARED -> placed(once.result());
            case REPLAYED -> Replay.mark(placed(once.result()));
            case IN_PROGRESS ->
                problems.answer(ProblemType.REQUEST_IN_PROGRESS, "The first request with this key has not ended yet.");
            case REUSED ->
                problems.answer(
                        ProblemType.IDEMPOTENCY_KEY_REUSED, "The first request with this key had other content.");
        };
    }

    private RestResponse<Object> placed(Placement placement) {
        if (placement.refusal() != null) {
            return refused(placement.refusal(), placement.skus());
        }
        OrderView order = placement.order();
        return ResponseBuilder.create(Status.CREATED, (Object) order)
                .header(HttpHeaders.LOCATION, "/orders/" + order.id())
                .header(HttpHeaders.ETAG, VersionTag.of(order))
                .build();
    }

    private RestResponse<Object> refused(Placement.Refusal refusal, List<String> skus) {
        Map<String, ?> members = skus.isEmpty() ? Map.of() : Map.of("skus", skus);
        return problems.answer(refusal.problem(), refusal.detail(), members);
    }

    RestResponse<Object> changed(Change change) {
        Change.Refusal refusal = change.refusal();
        if (refusal == null) {
            return show(change.order(), Optional.empty());
        }
        return switch (refusal) {
            case NOT_FOUND -> notFound();
            case STALE, AMOUNT_FROM_ITEMS -> problems.answer(refusal.problem(), refusal.detail());
            case NOT_PAYABLE, IN_PAYMENT, NOT_CANCELLABLE ->
                problems.answer(
                        refusal.problem(),
                        refusal.detail(),
                        Map.of("orderStatus", change.order().status()));
        };
    }

    /** One answer for orders that are not there, those of others and ids that are none. */
    RestResponse<Object> notFound() {
        return problems.answer(Change.Refusal.NOT_FOUND.problem(), Change.Refusal.NOT_FOUND.detail());
    }
}
