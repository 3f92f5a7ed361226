package dev.payonce.web;

import io.vertx.ext.web.RoutingContext;
import java.util.UUID;
import java.util.regex.Pattern;

/** The id that ties an answer to its lines in the log: the caller's if it is sane, else a new one. */
public final class RequestId {

    static final String HEADER = "X-Request-Id";

    private static final Pattern SANE = Pattern.compile("[A-Za-z0-9._-]{1,64}");

    private RequestId() {}

    /** The id of this request; the same one however often it is asked for. */
    public static String of(RoutingContext request) {
        String known = request.get(HEADER);
        if (known != null) {
            return known;
        }
        String id = chosen(request.request().getHeader(HEADER));
        request.put(HEADER, id);
        return id;
    }

    private static String chosen(String asked) {
        return asked != null && SANE.matcher(asked).matches()
                ? asked
                : UUID.randomUUID().toString();
    }
}
