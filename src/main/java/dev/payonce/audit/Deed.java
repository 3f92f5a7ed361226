package dev.payonce.audit;

import dev.payonce.value.AuditId;
import dev.payonce.value.Stopwatch;
import dev.payonce.web.Peer;
import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * Something that a caller did, or was refused.
 *
 * @param actor the bearer token's {@code sub}; null where it has none
 * @param roles those of ours that the token has, separated by commas
 * @param path of the request, without what may be a secret in a wrong place
 * @param subject what it was about, where the path does not say so; else null
 * @param times how many alike this stands for
 * @param address as {@link Peer} knows it
 * @param since when it was answered
 */
record Deed(
        AuditId id,
        String actor,
        String roles,
        Result result,
        String method,
        String path,
        String subject,
        int status,
        int times,
        String address,
        String requestId,
        Stopwatch since) {

    /** As wide as the columns. */
    private static final int MAX_PATH = 255;

    private static final int MAX_SUBJECT = 64;
    private static final int MAX_ADDRESS = 64;
    private static final int MAX_METHOD = 16;

    /** Ids and goods are shorter; a token that somebody has put into a path is longer. */
    private static final int MAX_SEGMENT = 64;

    enum Result {
        DONE,
        REFUSED
    }

    Deed {
        method = cut(method, MAX_METHOD);
        path = cut(masked(path), MAX_PATH);
        subject = subject == null ? null : cut(subject, MAX_SUBJECT);
        address = cut(address, MAX_ADDRESS);
    }

    /** The same, standing for so many. */
    Deed times(int alike) {
        return new Deed(id, actor, roles, result, method, path, subject, status, alike, address, requestId, since);
    }

    private static String masked(String path) {
        return Arrays.stream(path.split("/", -1))
                .map(segment -> segment.length() > MAX_SEGMENT ? "***" : segment)
                .collect(Collectors.joining("/"));
    }

    private static String cut(String text, int max) {
        return text.length() <= max ? text : text.substring(0, max);
    }
}
