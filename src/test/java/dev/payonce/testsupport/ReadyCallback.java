package dev.payonce.testsupport;

import io.quarkus.test.junit.callback.QuarkusTestBeforeEachCallback;
import io.quarkus.test.junit.callback.QuarkusTestMethodContext;
import io.restassured.RestAssured;
import org.eclipse.microprofile.config.ConfigProvider;

/** A test that took a store away leaves its circuit open for a moment: the one after it begins when callers are let through. */
public class ReadyCallback implements QuarkusTestBeforeEachCallback {

    @Override
    public void beforeEach(QuarkusTestMethodContext test) {
        // its own address is not yet RestAssured's default
        String service = ConfigProvider.getConfig().getValue("test.url", String.class);
        Poll.until(() -> RestAssured.get(service + "/q/health/ready").statusCode() == 200);
    }
}
