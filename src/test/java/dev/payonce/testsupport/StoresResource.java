package dev.payonce.testsupport;

import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import java.util.Map;

/** Hands the shared stores, keys and secrets to the application under test. */
public class StoresResource implements QuarkusTestResourceLifecycleManager {

    @Override
    public Map<String, String> start() {
        return Stores.settings();
    }

    @Override
    public void stop() {
        // the next application of this run uses the same stores; they stop with the test process
    }
}
