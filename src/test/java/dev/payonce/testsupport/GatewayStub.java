package dev.payonce.testsupport;

import dev.payonce.sandbox.SandboxGateway;
import dev.payonce.sandbox.SandboxLedger;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.ext.web.Router;
import java.nio.file.Path;
import java.time.Clock;
import java.util.concurrent.TimeUnit;

/** The sandbox gateway on a port of its own, so that it outlives the service under test. */
public final class GatewayStub implements AutoCloseable {

    private static final long PATIENCE_SECONDS = 20;

    private final Vertx vertx;
    private final SandboxLedger ledger;
    private final HttpServer server;

    private GatewayStub(Vertx vertx, SandboxLedger ledger, HttpServer server) {
        this.vertx = vertx;
        this.ledger = ledger;
        this.server = server;
    }

    /** In a JVM of its own: {@code GatewayStub <port> <ledger file>}. Prints its address when it is ready. */
    public static void main(String[] arguments) {
        GatewayStub stub = start(Integer.parseInt(arguments[0]), Path.of(arguments[1]));
        System.out.println(stub.url());
    }

    /** On a free port. */
    public static GatewayStub start(Path ledger) {
        return start(0, ledger);
    }

    public static GatewayStub start(int port, Path ledgerFile) {
        SandboxLedger ledger = SandboxLedger.open(ledgerFile, Clock.systemUTC());
        Vertx vertx = Vertx.vertx();
        Router router = Router.router(vertx);
        new SandboxGateway(vertx, ledger).mount(router, "");
        HttpServerOptions options = new HttpServerOptions().setHost("127.0.0.1").setPort(port);
        HttpServer server =
                await(vertx.createHttpServer(options).requestHandler(router).listen());
        return new GatewayStub(vertx, ledger, server);
    }

    /** What the service's {@code payonce.gateway.url} is to be. */
    public String url() {
        return "http://127.0.0.1:" + server.actualPort();
    }

    @Override
    public void close() {
        await(vertx.close());
        ledger.close();
    }

    private static <T> T await(Future<T> future) {
        try {
            return future.toCompletionStage().toCompletableFuture().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new IllegalStateException("the gateway stub did not start or stop", e);
        }
    }
}
