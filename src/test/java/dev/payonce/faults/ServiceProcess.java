package dev.payonce.faults;

import static io.restassured.RestAssured.given;

import dev.payonce.testsupport.FreePort;
import dev.payonce.testsupport.Poll;
import dev.payonce.testsupport.Stores;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The packaged jar in a process of its own, on the stores of the test run: it can be killed, paused and started again. */
public final class ServiceProcess implements AutoCloseable {

    private static final Duration START = Duration.ofSeconds(90);
    private static final Path LOGS = Path.of("target/faults").toAbsolutePath();
    private static final HttpClient HTTP =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(2)).build();

    private final int port = FreePort.any();
    private final int managementPort = FreePort.any();
    private final Map<String, String> settings = new LinkedHashMap<>();
    private Process process;

    /** @param gatewayUrl of a gateway that outlives the service */
    ServiceProcess(String gatewayUrl, Map<String, String> more) {
        settings.putAll(Stores.settings());
        settings.put("quarkus.http.host", "127.0.0.1");
        settings.put("quarkus.http.port", Integer.toString(port));
        settings.put("quarkus.management.port", Integer.toString(managementPort));
        settings.put("payonce.gateway.url", gatewayUrl);
        settings.put("payonce.sandbox.enabled", "true");
        settings.put(
                "payonce.sandbox.ledger", LOGS.resolve("own-" + port + ".jsonl").toString());
        settings.put("payonce.gateway.timeout", "3S");
        // a busy machine takes its time to connect, which is no refusal
        settings.put("payonce.gateway.connect-timeout", "3S");
        settings.put("payonce.gateway.max-delay", "4S");
        settings.put("payonce.recovery.after", "5S");
        settings.put("payonce.recovery.every", "1S");
        settings.put("payonce.recovery.max-interval", "2S");
        settings.put("quarkus.shutdown.delay", "1S");
        // few callers stand for many here
        for (String limit : List.of(
                "tokens-per-caller-per-minute",
                "tokens-per-order-per-minute",
                "declines-per-caller-per-hour",
                "rejected-tokens-per-address-per-minute")) {
            settings.put("payonce.limits." + limit, "0");
        }
        settings.putAll(more);
    }

    /** Starts it and waits until it is ready. */
    ServiceProcess start() {
        launch();
        try {
            Poll.until(START, () -> status("/q/health/ready") == 200);
            return this;
        } catch (AssertionError neverReady) {
            close();
            throw neverReady;
        }
    }

    /** Starts it, for whatever comes of it. */
    void launch() {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        settings.forEach((name, value) -> command.add("-D" + name + "=" + value));
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-jar", System.getProperty("payonce.jar")));
        try {
            LOGS.toFile().mkdirs();
            File log = log().toFile();
            process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(log))
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** All that it has said, over all its starts. */
    public Path log() {
        return LOGS.resolve("service-" + port + ".log");
    }

    public int port() {
        return port;
    }

    /** Where the metrics are. */
    int managementPort() {
        return managementPort;
    }

    String metrics() {
        return given().port(managementPort)
                .accept("text/plain")
                .get("/q/metrics")
                .asString();
    }

    public long pid() {
        return process.pid();
    }

    /** SIGKILL: as a crash. Returns when the process is gone. */
    void kill() {
        Stores.kill(pid());
    }

    public void restart() {
        kill();
        start();
    }

    /** SIGTERM: as a deploy. */
    void terminate() {
        process.destroy();
    }

    /** The exit status, once it has one. */
    int exitStatus(Duration limit) {
        try {
            if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new AssertionError("the service did not end within " + limit);
            }
            return process.exitValue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** The status of a GET; 0 where there is no answer. */
    int status(String path) {
        try {
            return HTTP.send(
                            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                                    .timeout(Duration.ofSeconds(5))
                                    .build(),
                            HttpResponse.BodyHandlers.discarding())
                    .statusCode();
        } catch (IOException notThere) {
            return 0;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        if (process != null && process.isAlive()) {
            kill();
        }
    }
}
