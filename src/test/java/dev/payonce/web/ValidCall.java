package dev.payonce.web;

import static io.restassured.RestAssured.given;

import dev.payonce.testsupport.ContractOperation;
import io.restassured.response.Response;
import io.restassured.specification.RequestSpecification;
import io.smallrye.jwt.build.Jwt;
import java.time.Duration;
import java.util.UUID;
import org.eclipse.microprofile.config.ConfigProvider;

/** A request that an operation of the contract would take, from somebody who may send it, about nothing that exists. */
final class ValidCall {

    /** Well-formed, and nobody's. */
    static final String NOT_THERE = "0P4X8KQ2V9TBM";

    private ValidCall() {}

    static String path(ContractOperation operation) {
        return operation.at(prefix(operation) + NOT_THERE);
    }

    /** How the ids of the operation's things begin. */
    static String prefix(ContractOperation operation) {
        if (operation.template().startsWith("/payments")) {
            return "pay_";
        }
        if (operation.template().startsWith("/dead-letters")) {
            return "dl_";
        }
        if (operation.template().startsWith("/webhook")) {
            return operation.template().startsWith("/webhook-endpoints") ? "whe_" : "whd_";
        }
        return operation.template().startsWith("/refunds") ? "ref_" : "ord_";
    }

    static Response send(ContractOperation operation) {
        return of(operation).request(operation.method(), path(operation));
    }

    static RequestSpecification of(ContractOperation operation) {
        return operation.isPublic()
                ? body(operation, given())
                : of(operation, operation.roles().get(0));
    }

    static RequestSpecification of(ContractOperation operation, String role) {
        return body(
                operation,
                given().auth()
                        .oauth2(token(role))
                        .header("If-Match", "\"0\"")
                        .header("Idempotency-Key", UUID.randomUUID().toString()));
    }

    /** Signed with the key that the application under test trusts. */
    static String token(String role) {
        return Jwt.subject("walker")
                .issuer(ConfigProvider.getConfig().getValue("mp.jwt.verify.issuer", String.class))
                .groups(role)
                .expiresIn(Duration.ofMinutes(10))
                .sign();
    }

    private static RequestSpecification body(ContractOperation operation, RequestSpecification request) {
        return operation.takesBody() ? request.contentType("application/json").body(operation.exampleBody()) : request;
    }
}
