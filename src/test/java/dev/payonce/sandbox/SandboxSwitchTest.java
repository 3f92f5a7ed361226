package dev.payonce.sandbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.core.Vertx;
import io.vertx.ext.web.Router;
import jakarta.ws.rs.NotFoundException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where the sandbox is off there is nothing of it. */
class SandboxSwitchTest {

    private record Settings(boolean enabled, Path ledger, Duration loginLifetime) implements SandboxConfig {}

    @TempDir
    Path directory;

    private final Vertx vertx = Vertx.vertx();

    @AfterEach
    void stopVertx() {
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }

    @Test
    void nobodySignsInWhereTheSandboxIsOff() {
        SandboxLoginResource login =
                new SandboxLoginResource(sandbox(false), Optional.of("a-key.pem"), Optional.of("issuer"));

        assertThrows(NotFoundException.class, () -> login.signIn(alice()));
    }

    @Test
    void nobodySignsInWithoutAKeyToSignWith() {
        SandboxLoginResource login = new SandboxLoginResource(sandbox(true), Optional.empty(), Optional.of("issuer"));

        assertThrows(NotFoundException.class, () -> login.signIn(alice()));
    }

    @Test
    void noGatewayIsServedWhereTheSandboxIsOff() {
        Router router = Router.router(vertx);

        new SandboxMount(sandbox(false), vertx, Clock.systemUTC()).mount(router);

        assertTrue(router.getRoutes().isEmpty());
        assertFalse(Files.exists(ledger()));
    }

    @Test
    void theGatewayIsServedWhereTheSandboxIsOnAndLetsGoOfItsLedgerAtTheEnd() {
        Router router = Router.router(vertx);
        SandboxMount mount = new SandboxMount(sandbox(true), vertx, Clock.systemUTC());

        mount.mount(router);
        mount.close(null);

        assertEquals(7, router.getRoutes().size());
        SandboxLedger.open(ledger(), Clock.systemUTC()).close();
    }

    private SandboxConfig sandbox(boolean enabled) {
        return new Settings(enabled, ledger(), Duration.ofHours(1));
    }

    private Path ledger() {
        return directory.resolve("ledger.jsonl");
    }

    private static SandboxLoginResource.Credentials alice() {
        return new SandboxLoginResource.Credentials("alice", List.of("customer"));
    }
}
