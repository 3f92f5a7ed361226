package dev.payonce.store;

import dev.payonce.web.ProblemType;
import dev.payonce.web.Problems;
import io.quarkus.logging.Log;
import org.jboss.resteasy.reactive.RestResponse;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;

/** Answers requests that a fault of the store ended. */
class StoreFaultAnswer {

    private final Problems problems;

    StoreFaultAnswer(Problems problems) {
        this.problems = problems;
    }

    @ServerExceptionMapper
    RestResponse<Object> unavailable(StoreFault fault) {
        Log.warnf(
                "Store fault: %s (%s)",
                fault.getMessage(),
                fault.kind() == StoreFault.Kind.NEWER_VERSION
                        ? fault.getCause().getMessage()
                        : fault.getCause().getClass().getName());
        return problems.answer(ProblemType.STORE_UNAVAILABLE, "The store could not take the request.");
    }

    /** Only where the configuration requires Redis; elsewhere MySQL stands in for it. */
    @ServerExceptionMapper
    RestResponse<Object> unavailable(RedisAway away) {
        Log.warnf("Store fault: %s", away.getMessage());
        return problems.answer(ProblemType.STORE_UNAVAILABLE, "The store could not take the request.");
    }
}
