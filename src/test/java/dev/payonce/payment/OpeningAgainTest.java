package dev.payonce.payment;

import static dev.payonce.testsupport.Shop.ALICE;
import static dev.payonce.testsupport.Shop.aToken;
import static dev.payonce.testsupport.Shop.anOrder;
import static dev.payonce.testsupport.Shop.as;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.equalTo;

import dev.payonce.testsupport.WithStores;
import dev.payonce.token.TokenSigner;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import org.junit.jupiter.api.Test;

/** An attempt whose commit got no answer opens again, and learns what became of it. */
@QuarkusTest
@WithStores
class OpeningAgainTest {

    @Inject
    PaymentOpening opening;

    @Inject
    TokenSigner signer;

    @Test
    void whatWasOpenedIsStillToBeCharged() {
        Attempt attempt = attempt(aToken(anOrder()));

        assertThat(opening.open(attempt, true).kind(), equalTo(Standing.Kind.OPENED));
        assertThat(opening.open(attempt, true).kind(), equalTo(Standing.Kind.OPENED));
    }

    @Test
    void whatWasRejectedIsNeverCharged() {
        String order = anOrder();
        Attempt attempt = attempt(aToken(order));
        as(ALICE).post("/orders/" + order + "/cancel").then().statusCode(200);

        assertThat(opening.open(attempt, true).kind(), equalTo(Standing.Kind.ENDED));
        assertThat(opening.open(attempt, true).kind(), equalTo(Standing.Kind.ENDED));
    }

    private Attempt attempt(String token) {
        return Attempt.of(signer.verify(token, ALICE).orElseThrow(), ALICE, "pm_ok");
    }
}
