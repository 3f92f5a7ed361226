package dev.payonce.web;

import io.vertx.ext.web.RoutingContext;
import java.util.Optional;

/** What a request turned out to be about, where neither its path nor the answer's {@code Location} says so. */
public final class Subject {

    private static final String KEY = Subject.class.getName();

    private Subject() {}

    public static void note(RoutingContext request, Object id) {
        request.put(KEY, id.toString());
    }

    public static Optional<String> of(RoutingContext request) {
        return Optional.ofNullable(request.get(KEY));
    }
}
