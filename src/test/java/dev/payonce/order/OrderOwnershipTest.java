package dev.payonce.order;

import static dev.payonce.order.OrderFixture.someone;
import static dev.payonce.testsupport.Shop.anOrder;
import static dev.payonce.testsupport.Shop.as;
import static dev.payonce.testsupport.Shop.asOperator;
import static io.restassured.RestAssured.given;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.equalTo;

import dev.payonce.testsupport.WithStores;
import dev.payonce.value.OrderId;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import io.restassured.specification.RequestSpecification;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;

/** Somebody else's order is as good as none, on every path. */
@QuarkusTest
@WithStores
class OrderOwnershipTest {

    private static final List<BiFunction<RequestSpecification, String, Response>> CALLS = List.of(
            (caller, id) -> caller.get("/orders/" + id),
            (caller, id) -> caller.get("/orders/" + id + "/history"),
            (caller, id) -> caller.post("/orders/" + id + "/cancel"));

    @Test
    void anothersOrderLooksLikeOneThatIsNotThere() {
        String mallory = someone();
        String alices = anOrder(someone(), 100, "USD");
        String none = OrderId.next().toString();

        for (var call : CALLS) {
            Map<String, Object> anothers = problem(call.apply(as(mallory), alices), alices);

            assertThat(anothers, equalTo(problem(call.apply(as(mallory), none), none)));
            assertThat(anothers, equalTo(problem(call.apply(as(mallory), "nonsense"), "nonsense")));
            assertThat(anothers, equalTo(problem(call.apply(as(mallory), alices.toLowerCase()), alices.toLowerCase())));
        }
        as(mallory).get("/orders").then().body("items", empty());
    }

    /** All but what must differ: the path asked for and the request's own id. */
    private static Map<String, Object> problem(Response answer, String id) {
        assertThat(answer.statusCode(), equalTo(404));
        Map<String, Object> problem = new TreeMap<>(answer.jsonPath().getMap(""));
        problem.remove("requestId");
        problem.compute("instance", (name, path) -> String.valueOf(path).replace(id, "ID"));
        return problem;
    }

    @Test
    void theOwnersOrderIsUntouchedByAnothersCancel() {
        String alice = someone();
        String id = anOrder(alice, 100, "USD");

        as(someone()).post("/orders/" + id + "/cancel").then().statusCode(404);

        as(alice).get("/orders/" + id).then().body("status", equalTo("PENDING")).body("version", equalTo(0));
    }

    @Test
    void withoutSignInThereIsNothing() {
        String id = anOrder(someone(), 100, "USD");

        for (var call : CALLS) {
            call.apply(given(), id).then().statusCode(401);
        }
        given().get("/orders").then().statusCode(401);
    }

    @Test
    void customersAmendNothingAndOperatorsChangeNothing() {
        String alice = someone();
        String id = anOrder(alice, 100, "USD");

        as(alice)
                .header("If-Match", "\"0\"")
                .body("{\"amount\": 1}")
                .patch("/orders/" + id)
                .then()
                .statusCode(403);
        asOperator().post("/orders/" + id + "/cancel").then().statusCode(403);
    }

    @Test
    void namesThatDifferInBlanksOrCaseAreDifferentPeople() {
        String alice = someone();
        String spaced = anOrder(alice + " ", 100, "USD");
        String shouted = anOrder(alice.toUpperCase(), 100, "USD");

        as(alice).get("/orders/" + spaced).then().statusCode(404);
        as(alice).get("/orders/" + shouted).then().statusCode(404);
        as(alice).get("/orders").then().body("items", empty());
        as(alice.toUpperCase()).get("/orders").then().body("items.id", contains(shouted));
    }
}
