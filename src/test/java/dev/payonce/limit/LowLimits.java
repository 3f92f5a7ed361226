package dev.payonce.limit;

import io.quarkus.test.junit.QuarkusTestProfile;
import java.util.Map;

/** Limits that a test can reach. */
public class LowLimits implements QuarkusTestProfile {

    public static final int OF_CALLER = 8;
    public static final int OF_ORDER = 3;
    public static final int DECLINES = 2;
    public static final int FORGED = 3;

    @Override
    public Map<String, String> getConfigOverrides() {
        return Map.of(
                "payonce.limits.tokens-per-caller-per-minute", "" + OF_CALLER,
                "payonce.limits.tokens-per-order-per-minute", "" + OF_ORDER,
                "payonce.limits.declines-per-caller-per-hour", "" + DECLINES,
                "payonce.limits.rejected-tokens-per-address-per-minute", "" + FORGED);
    }
}
