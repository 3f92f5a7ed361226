package dev.payonce.testsupport;

import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import java.util.HashMap;
import java.util.Map;

/** Hands the shared stores, keys and secrets to the application under test. */
public class StoresResource implements QuarkusTestResourceLifecycleManager {

    private static final String PORT = "quarkus.http.test-port";

    @Override
    public Map<String, String> start() {
        Map<String, String> settings = new HashMap<>(Stores.settings());
        // two test runs on one machine do not meet; and known beforehand, for the service calls its own sandbox gateway
        settings.put(PORT, System.getProperty(PORT, Integer.toString(FreePort.any())));
        return settings;
    }

    @Override
    public void stop() {
        // the next application of this run uses the same stores; they stop with the test process
    }
}
