package dev.payonce.testsupport;

import io.quarkus.test.junit.callback.QuarkusTestBeforeEachCallback;
import io.quarkus.test.junit.callback.QuarkusTestMethodContext;
import io.restassured.RestAssured;

/** Puts the contract's filter before every test of the running application: no test can forget it. */
public class ContractCallback implements QuarkusTestBeforeEachCallback {

    @Override
    public void beforeEach(QuarkusTestMethodContext test) {
        RestAssured.replaceFiltersWith(new ContractFilter());
    }
}
