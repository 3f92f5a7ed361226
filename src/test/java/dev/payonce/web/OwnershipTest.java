package dev.payonce.web;

import static dev.payonce.testsupport.Shop.ALICE;
import static dev.payonce.testsupport.Shop.BOB;
import static dev.payonce.testsupport.Shop.aToken;
import static dev.payonce.testsupport.Shop.anOrder;
import static dev.payonce.testsupport.Shop.as;
import static dev.payonce.testsupport.Shop.orderStatus;
import static dev.payonce.testsupport.Shop.pay;
import static dev.payonce.testsupport.Shop.payAs;
import static dev.payonce.web.ProblemCheck.isProblem;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;

import dev.payonce.testsupport.Contract;
import dev.payonce.testsupport.ContractOperation;
import dev.payonce.testsupport.Ledger;
import dev.payonce.testsupport.WithStores;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** C37: what is Alice's is not Bob's. Walks the contract, so that no operation is forgotten. */
@QuarkusTest
@WithStores
class OwnershipTest {

    /** Operations for customers that are not about one thing's id in the path; tested one by one below. */
    private static final Set<String> WITHOUT_ID = Set.of("POST /orders", "GET /orders", "POST /tokens", "POST /pay");

    @Test
    void everyOperationForCustomersIsTestedHere() {
        List<ContractOperation> forgotten = forCustomers()
                .filter(operation ->
                        !operation.template().contains("{id}") && !WITHOUT_ID.contains(operation.toString()))
                .toList();

        assertThat(forgotten, is(empty()));
    }

    @Test
    void alicesThingsLookToBobAsIfTheyWereNotThere() {
        String order = anOrder();
        String payment = pay(aToken(order)).path("id");

        forCustomers()
                .filter(operation -> operation.template().contains("{id}"))
                .forEach(operation -> {
                    boolean aboutPayment = operation.template().startsWith("/payments");
                    String hers = operation.at(aboutPayment ? payment : order);
                    String nobodys = operation.at(aboutPayment ? "pay_0P4X8KQ2V9TBM" : "ord_0P4X8KQ2V9TBM");

                    Map<String, Object> told = told(as(BOB).request(operation.method(), hers), hers);

                    assertThat(
                            operation.toString(),
                            told,
                            equalTo(told(as(BOB).request(operation.method(), nobodys), nobodys)));
                });
        assertThat(orderStatus(order), equalTo("PAID"));
    }

    @Test
    void bobDoesNotSeeAlicesOrdersInHisList() {
        String order = anOrder();

        as(BOB).get("/orders?limit=100").then().body("items.id", not(hasItem(order)));
        as(ALICE).get("/orders?limit=100").then().body("items.id", hasItem(order));
    }

    @Test
    void bobCannotOrderInAlicesName() {
        Response answer = as(BOB).body(
                        Map.of("customerId", ALICE, "items", List.of(Map.of("sku", "tea", "quantity", 1))))
                .post("/orders");

        isProblem(answer, ProblemType.FORBIDDEN, "/orders");
    }

    @Test
    void bobGetsNoTokenForAlicesOrderAndCannotPayWithHers() {
        String order = anOrder();
        String token = aToken(order);

        isProblem(as(BOB).body(Map.of("orderId", order)).post("/tokens"), ProblemType.NOT_FOUND, "/tokens");
        isProblem(payAs(BOB, Map.of("token", token, "paymentMethod", "pm_ok")), ProblemType.TOKEN_INVALID, "/pay");

        assertThat(Ledger.of(order).approved(), is(empty()));
        pay(token).then().statusCode(200);
    }

    private static Stream<ContractOperation> forCustomers() {
        return Contract.operations().stream()
                .filter(operation -> operation.roles().contains(Role.CUSTOMER));
    }

    private static Map<String, Object> told(Response answer, String path) {
        Map<String, Object> body = new LinkedHashMap<>(
                isProblem(answer, ProblemType.NOT_FOUND, path).getMap(""));
        body.remove("requestId");
        body.remove("instance");
        return body;
    }
}
