package dev.payonce.bench;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The packaged jar as production runs it, in a process of its own. */
final class BenchService implements AutoCloseable {

    private static final long PATIENCE_NANOS = 120_000_000_000L;
    private static final long FAREWELL_SECONDS = 40;
    private static final Pattern ENTRYPOINT = Pattern.compile("(?m)^ENTRYPOINT \\[\"java\", (.*), \"-jar\"");

    /** Few callers stand for many: no limit is ever reached, but each is asked for, as in production. */
    private static final String NO_LIMIT = "1000000000";

    private static final List<String> LIMITS = List.of(
            "tokens-per-caller-per-minute",
            "tokens-per-order-per-minute",
            "declines-per-caller-per-hour",
            "rejected-tokens-per-address-per-minute");

    private final int port = BenchStores.freePort();
    private final List<String> options = options(System.getProperty("bench.java", ""));
    private final Process process;
    private final double startSeconds;

    BenchService(BenchStores stores, String gatewayUrl) throws IOException, InterruptedException {
        Map<String, String> settings = new LinkedHashMap<>(stores.settings());
        settings.put("quarkus.http.host", "127.0.0.1");
        settings.put("quarkus.http.port", Integer.toString(port));
        settings.put("payonce.gateway.url", gatewayUrl);
        // a machine that is busy otherwise is no gateway that is away
        settings.put("payonce.gateway.connect-timeout", "10S");
        settings.put("payonce.gateway.timeout", "10S");
        // the connections of one mode are silent while the others are measured
        settings.put("quarkus.http.idle-timeout", "1H");
        // for its sign-in alone
        settings.put("payonce.sandbox.enabled", "true");
        settings.put("payonce.sandbox.ledger", "target/bench-ledger.jsonl");
        settings.put("quarkus.shutdown.delay", "0S");
        settings.putAll(moreSettings(System.getProperty("bench.settings", "")));
        LIMITS.forEach(limit -> settings.put("payonce.limits." + limit, NO_LIMIT));
        long start = System.nanoTime();
        process = start(settings);
        waitUntilReady(start);
        startSeconds = (System.nanoTime() - start) / 1e9;
    }

    private Process start(Map<String, String> settings) throws IOException {
        List<String> command = new ArrayList<>(List.of(System.getProperty("java.home") + "/bin/java"));
        command.addAll(options);
        settings.forEach((name, value) -> command.add("-D" + name + "=" + value));
        command.addAll(List.of("-jar", System.getProperty("payonce.jar")));
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(new File("target/bench-service.log"));
        // what is set for a build is not for the service
        builder.environment().remove("JAVA_TOOL_OPTIONS");
        return builder.start();
    }

    /** Those that docker/Dockerfile gives, and more. */
    private static List<String> options(String more) {
        try {
            Matcher entrypoint = ENTRYPOINT.matcher(Files.readString(Path.of("docker/Dockerfile")));
            if (!entrypoint.find()) {
                throw new IllegalStateException("docker/Dockerfile starts Java in another way than this knows");
            }
            List<String> options = new ArrayList<>(
                    List.of(entrypoint.group(1).replace("\"", "").split(",\\s*")));
            options.addAll(more.isBlank() ? List.of() : List.of(more.split(" ")));
            return options;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** As {@code name=value name=value}. */
    private static Map<String, String> moreSettings(String text) {
        Map<String, String> settings = new LinkedHashMap<>();
        for (String setting : text.isBlank() ? new String[0] : text.split(" ")) {
            settings.put(setting.substring(0, setting.indexOf('=')), setting.substring(setting.indexOf('=') + 1));
        }
        return settings;
    }

    private void waitUntilReady(long start) throws InterruptedException {
        while (!isReady()) {
            if (System.nanoTime() - start > PATIENCE_NANOS || !process.isAlive()) {
                close();
                throw new IllegalStateException("the service did not start: see target/bench-service.log");
            }
            Thread.sleep(5);
        }
    }

    private boolean isReady() {
        try (Socket socket = new Socket("127.0.0.1", port)) {
            socket.getOutputStream().write("GET /q/health/ready HTTP/1.0\r\n\r\n".getBytes());
            return new String(socket.getInputStream().readNBytes(12)).endsWith(" 200");
        } catch (IOException notYet) {
            return false;
        }
    }

    int port() {
        return port;
    }

    long pid() {
        return process.pid();
    }

    List<String> options() {
        return options;
    }

    /** From the start of the process to the first ready answer. */
    double startSeconds() {
        return startSeconds;
    }

    @Override
    public void close() {
        process.destroy();
        try {
            process.waitFor(FAREWELL_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            process.destroyForcibly();
        }
    }
}
