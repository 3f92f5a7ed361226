package dev.payonce.testsupport;

import com.atlassian.oai.validator.model.Request;
import com.atlassian.oai.validator.report.SimpleValidationReportFormat;
import com.atlassian.oai.validator.report.ValidationReport;
import com.atlassian.oai.validator.restassured.RestAssuredRequest;
import com.atlassian.oai.validator.restassured.RestAssuredResponse;
import io.restassured.filter.Filter;
import io.restassured.filter.FilterContext;
import io.restassured.response.Response;
import io.restassured.specification.FilterableRequestSpecification;
import io.restassured.specification.FilterableResponseSpecification;
import java.net.URI;
import java.util.Set;

/**
 * Holds every call of the tests against the contract. An answer must be one that the contract allows. A request must be
 * one, too, unless the service found it wrong: so what the contract forbids is certain to be refused, and tests may send
 * anything.
 */
public final class ContractFilter implements Filter {

    /** Answers that say that the request was not one of the contract's. */
    private static final Set<Integer> REQUEST_IS_WRONG = Set.of(400, 401, 404, 405, 406, 413, 415, 428);

    /** Faults of ours and wrong methods: described once for all operations, as {@code default}. */
    private static final Set<Integer> UNLISTED = Set.of(405, 500);

    @Override
    public Response filter(
            FilterableRequestSpecification request, FilterableResponseSpecification expected, FilterContext context) {
        Response response = context.next(request, expected);
        String path = URI.create(request.getURI()).getRawPath();
        Contract.find(request.getMethod(), path).ifPresent(operation -> check(operation, path, request, response));
        return response;
    }

    private static void check(
            ContractOperation operation, String path, FilterableRequestSpecification request, Response response) {
        int status = response.statusCode();
        ValidationReport report = Contract.validator()
                .validateResponse(path, Request.Method.valueOf(operation.method()), RestAssuredResponse.of(response));
        if (!REQUEST_IS_WRONG.contains(status)) {
            report = report.merge(Contract.validator().validateRequest(RestAssuredRequest.of(request)));
        }
        if (report.hasErrors()) {
            throw new AssertionError(operation + " " + status + " breaks the contract: "
                    + SimpleValidationReportFormat.getInstance().apply(report));
        }
        if (!operation.statuses().contains(Integer.toString(status)) && !UNLISTED.contains(status)) {
            throw new AssertionError(operation + " answered " + status + ", which the contract does not list");
        }
        ContractRecord.add(operation + " " + status);
    }
}
