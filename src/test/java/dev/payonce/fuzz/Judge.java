package dev.payonce.fuzz;

import com.atlassian.oai.validator.model.Request;
import com.atlassian.oai.validator.model.SimpleResponse;
import com.atlassian.oai.validator.report.ValidationReport;
import dev.payonce.testsupport.Contract;
import dev.payonce.testsupport.ContractOperation;
import dev.payonce.testsupport.RawHttp.Answer;
import dev.payonce.web.ProblemCheck;
import dev.payonce.web.ProblemType;
import io.vertx.core.http.impl.HttpUtils;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;

/** Says what is wrong with an answer: with any answer to anything, and with this one by the contract. */
final class Judge {

    /** Nothing has been done, whatever the state of things is. */
    static final Set<Integer> REFUSED = Set.of(400, 401, 403, 404, 405, 406, 413, 415, 428);

    /** Described once for all operations, as {@code default}. */
    private static final Set<Integer> UNLISTED = Set.of(405, 413);

    private static final Set<String> BUSY = Set.of("streamOrderEvents", "streamFigures", "runLab");

    private static final String ANY_ID = "ord_0P4X8KQ2V9TBM";

    private Judge() {}

    /** Empty where all is well. */
    static Optional<String> complaint(FuzzRequest request, Answer answer) {
        Optional<ContractOperation> operation = meant(request);
        if ((request.broken() || !isUri(request.target())) && answer.status() / 100 == 4) {
            return Optional.empty();
        }
        if (answer.status() / 100 == 5 && !mayFail(operation, answer)) {
            return Optional.of("answered " + answer.status());
        }
        if (ProblemCheck.tellsInsides(answer.text()) && answer.status() >= 400) {
            return Optional.of("tells of our insides");
        }
        return operation.isPresent() ? byContract(operation.get(), request, answer) : elsewhere(request, answer);
    }

    /** What the service takes it for: by method, and by path as it reads it. */
    static Optional<ContractOperation> meant(FuzzRequest request) {
        String method = request.method().equals("HEAD") ? "GET" : request.method();
        return Contract.find(method, path(request));
    }

    /** Without its dots (RFC 3986, 5.2.4), nor a slash at its end, which makes no difference to Jakarta REST (3.7.3). */
    private static String path(FuzzRequest request) {
        String path = request.target().replaceFirst("^http://[^/]*", "").replaceFirst("[?#].*", "");
        try {
            return HttpUtils.normalizePath(path).replaceFirst("(?<=.)/$", "");
        } catch (RuntimeException noPath) {
            return path;
        }
    }

    /** What is none is refused before the service is asked. */
    private static boolean isUri(String target) {
        if (!target.startsWith("/") && !target.startsWith("http://")) {
            return false;
        }
        try {
            return new URI(target.replaceAll("@\\w+:\\d+@", "x")).getPath() != null;
        } catch (URISyntaxException none) {
            return false;
        }
    }

    private static boolean mayFail(Optional<ContractOperation> operation, Answer answer) {
        return operation
                .filter(one -> one.statuses().contains(Integer.toString(answer.status())))
                .filter(one -> one.isOwnProtocol()
                        || answer.status() == 502
                        || BUSY.contains(one.description().getOperationId()))
                .isPresent();
    }

    private static Optional<String> byContract(ContractOperation operation, FuzzRequest request, Answer answer) {
        int status = answer.status();
        if (request.method().equals("HEAD")) {
            return Optional.empty();
        }
        if (!operation.statuses().contains(Integer.toString(status)) && !UNLISTED.contains(status)) {
            return Optional.of("answered " + status + ", which the contract does not list");
        }
        ValidationReport report = Contract.validator()
                .validateResponse(operation.at(ANY_ID), Request.Method.valueOf(operation.method()), response(answer));
        if (report.hasErrors()) {
            return Optional.of("answered " + status + " out of contract: "
                    + report.getMessages().get(0).getMessage());
        }
        return status < 400 || operation.isOwnProtocol() ? Optional.empty() : problem(answer);
    }

    private static SimpleResponse response(Answer answer) {
        SimpleResponse.Builder response = SimpleResponse.Builder.status(answer.status());
        answer.headers().forEach((name, values) -> response.withHeader(name, values));
        return response.withBody(answer.isEventStream() ? "data:{}" : answer.text())
                .build();
    }

    /** Off the contract nothing is done, and what is refused is refused in the same words; under {@code /q/} Quarkus answers. */
    private static Optional<String> elsewhere(FuzzRequest request, Answer answer) {
        if (path(request).startsWith("/q/")) {
            return Optional.empty();
        }
        if (answer.status() < 400) {
            return Set.of("GET", "HEAD", "OPTIONS").contains(request.method())
                    ? Optional.empty()
                    : Optional.of("answered " + answer.status() + " where the contract has nothing");
        }
        return request.method().equals("HEAD") ? Optional.empty() : problem(answer);
    }

    private static Optional<String> problem(Answer answer) {
        if (!answer.header("Content-Type").equals(Optional.of("application/problem+json"))) {
            return Optional.of("answered " + answer.status() + " without a problem document");
        }
        try {
            return problem(answer, new JsonObject(answer.text()));
        } catch (DecodeException noJson) {
            return Optional.of("answered with a document that is no JSON");
        }
    }

    private static Optional<String> problem(Answer answer, JsonObject document) {
        boolean known = Arrays.stream(ProblemType.values())
                .anyMatch(type -> type.name().equals(document.getString("code"))
                        && type.status() == answer.status()
                        && type.title().equals(document.getString("title")));
        boolean same = Optional.ofNullable(document.getString("requestId")).equals(answer.header("X-Request-Id"));
        return known && same ? Optional.empty() : Optional.of("answered with a problem that is none of ours");
    }
}
