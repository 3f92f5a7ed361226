package dev.payonce.lab;

import static org.junit.jupiter.api.Assertions.assertThrows;

import jakarta.ws.rs.NotFoundException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Where the lab is off there is nothing of it. */
class LabSwitchTest {

    private record Settings(
            boolean enabled,
            int maxCallers,
            Duration maxGatewayDelay,
            Duration patience,
            Duration hold,
            Duration maxTime)
            implements LabConfig {}

    private final LabResource off = new LabResource(
            new Settings(false, 200, Duration.ZERO, Duration.ZERO, Duration.ZERO, Duration.ZERO), null, null);

    @Test
    void nothingIsShownWhereTheLabIsOff() {
        assertThrows(NotFoundException.class, off::patterns);
    }

    @Test
    void nothingIsRunWhereTheLabIsOff() {
        LabRunRequest request = new LabRunRequest(PatternName.PAYONCE, 2, 0, Fault.NONE);

        assertThrows(NotFoundException.class, () -> off.run(request));
    }
}
