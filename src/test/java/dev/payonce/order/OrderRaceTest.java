package dev.payonce.order;

import static dev.payonce.order.OrderFixture.someone;
import static dev.payonce.testsupport.Shop.aToken;
import static dev.payonce.testsupport.Shop.anOrder;
import static dev.payonce.testsupport.Shop.as;
import static dev.payonce.testsupport.Shop.asMerchant;
import static dev.payonce.testsupport.Shop.orderStatus;
import static dev.payonce.testsupport.Shop.payAs;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.everyItem;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.in;
import static org.hamcrest.Matchers.is;

import dev.payonce.testsupport.Ledger;
import dev.payonce.testsupport.Race;
import dev.payonce.testsupport.WithStores;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Everything that changes an order, at the same moment. */
@QuarkusTest
@WithStores
class OrderRaceTest {

    private static final Set<Integer> DOCUMENTED = Set.of(200, 409, 412);

    /** C26 and C57. */
    @Test
    void payingCancellingAndAmendingAtOnceEndsInOneOfThem() throws Exception {
        for (int round = 0; round < 5; round++) {
            String alice = someone();
            String order = anOrder(alice, 100, "USD");
            List<String> tokens = List.of(aToken(alice, order), aToken(alice, order));

            List<Response> answers = Race.run(15, caller -> () -> switch (caller % 3) {
                case 0 -> payAs(alice, Map.of("token", tokens.get(caller % 2), "paymentMethod", "pm_ok"));
                case 1 -> as(alice).post("/orders/" + order + "/cancel");
                default ->
                    asMerchant()
                            .header("If-Match", "\"0\"")
                            .body(Map.of("amount", 200))
                            .patch("/orders/" + order);
            });

            assertThat(answers.stream().map(Response::statusCode).toList(), everyItem(is(in(DOCUMENTED))));
            String end = orderStatus(order);
            boolean cancelled = IntStream.range(0, answers.size())
                    .anyMatch(caller -> caller % 3 == 1 && answers.get(caller).statusCode() == 200);
            assertThat(end, is(cancelled ? "CANCELLED" : "PAID"));
            assertThat(Ledger.of(order).approved(), hasSize(end.equals("PAID") ? 1 : 0));
        }
    }
}
