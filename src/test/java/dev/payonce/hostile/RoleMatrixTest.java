package dev.payonce.hostile;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.is;

import dev.payonce.testsupport.Contract;
import dev.payonce.testsupport.ContractOperation;
import dev.payonce.testsupport.EventStream;
import dev.payonce.testsupport.Gateway;
import dev.payonce.testsupport.WithStores;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import io.restassured.specification.RequestSpecification;
import jakarta.inject.Inject;
import java.net.URL;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** C37: each operation is tried by everybody, and lets in whom the contract lets in, and no one else. Prints the matrix. */
@QuarkusTest
@WithStores
class RoleMatrixTest {

    private static final String IN = "in";
    private static final String LEFT_OUT = "LEFT_OUT";
    private static final int FIRST_REFUSAL = 400;

    @Inject
    Scenes scenes;

    @TestHTTPResource("/")
    URL service;

    @AfterEach
    void cleanUp() {
        scenes.removeEndpoints();
        Gateway.behaveWell();
    }

    @Test
    void everyOperationLetsInWhomTheContractLetsInAndNobodyElse() {
        List<String> wrong = new ArrayList<>();
        StringBuilder matrix = new StringBuilder(row("operation", titles()));

        for (ContractOperation operation : Contract.operations()) {
            List<String> cells = new ArrayList<>();
            for (Visitor visitor : Visitor.values()) {
                String cell = told(operation, visitor);
                cells.add(cell);
                if (!cell.equals(expected(operation, visitor))) {
                    wrong.add(operation + ", " + visitor.title + ": " + cell + ", the contract says "
                            + expected(operation, visitor));
                }
            }
            matrix.append(row(operation.toString(), cells));
        }

        System.out.println(matrix);
        assertThat(wrong, is(empty()));
    }

    @Test
    void whatWasRefusedHasChangedNothing() {
        String order = Scenes.order();
        for (ContractOperation operation : Contract.operations()) {
            if (operation.template().startsWith("/orders/{id}")
                    && !operation.method().equals("GET")) {
                for (Visitor visitor : List.of(Visitor.NOBODY, Visitor.NO_ROLE, Visitor.OTHER_CUSTOMER)) {
                    request(operation, visitor, Scene.at(operation.at(order), body(operation)));
                }
            }
        }

        Response left = Scenes.as(Visitor.OWNING_CUSTOMER).get("/orders/" + order);

        assertThat(left.path("status"), equalTo("PENDING"));
        assertThat(left.path("version"), equalTo(0));
    }

    private static Object body(ContractOperation operation) {
        return operation.takesBody() ? operation.exampleBody() : null;
    }

    private static String expected(ContractOperation operation, Visitor visitor) {
        if (operation.isSigned()) {
            return "SIGNATURE_INVALID";
        }
        if (operation.isPublic()) {
            return IN;
        }
        if (visitor == Visitor.NOBODY) {
            return "UNAUTHENTICATED";
        }
        if (!operation.roles().contains(visitor.role)) {
            return "FORBIDDEN";
        }
        return visitor.isStranger() ? operation.ownOnly().orElseThrow().getOrDefault(visitor.role, IN) : IN;
    }

    private String told(ContractOperation operation, Visitor visitor) {
        Scene scene = scenes.of(operation, visitor);
        if (isStream(operation) && expected(operation, visitor).equals(IN)) {
            try (EventStream stream = EventStream.openAt(at(scene.path()), visitor.bearer(), null)) {
                return stream.status() == 200 ? IN : String.valueOf(stream.status());
            }
        }
        return told(operation, scene, request(operation, visitor, scene));
    }

    private static String told(ContractOperation operation, Scene scene, Response answer) {
        if (answer.statusCode() < FIRST_REFUSAL) {
            return scene.thing() == null
                            || answer.jsonPath().getList("items.id").contains(scene.thing())
                    ? IN
                    : LEFT_OUT;
        }
        // the sandbox gateway refuses for reasons of its own, and never because of who asks
        return operation.isOwnProtocol() && answer.statusCode() != 401 && answer.statusCode() != 403
                ? IN
                : answer.path("code");
    }

    private static Response request(ContractOperation operation, Visitor visitor, Scene scene) {
        RequestSpecification request = Scenes.as(visitor);
        return (scene.body() == null ? request : request.body(scene.body())).request(operation.method(), scene.path());
    }

    private static boolean isStream(ContractOperation operation) {
        return operation.description().getResponses().values().stream()
                .anyMatch(answer ->
                        answer.getContent() != null && answer.getContent().containsKey("text/event-stream"));
    }

    private String at(String path) {
        return service.toString().replaceFirst("/$", "") + path;
    }

    private static List<String> titles() {
        return List.of(Visitor.values()).stream().map(visitor -> visitor.title).toList();
    }

    private static String row(String first, List<String> cells) {
        StringBuilder row = new StringBuilder("%-40s".formatted(first));
        cells.forEach(cell -> row.append(" %-17s".formatted(cell)));
        return row.toString().stripTrailing() + "\n";
    }
}
