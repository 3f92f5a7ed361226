package dev.payonce.embedded;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** One store as a child process: stops what an earlier run left behind, starts, waits until the store answers, stops. */
public final class EmbeddedServer {

    /** Recovery of a large log after a crash is the slow case. */
    private static final Duration START_LIMIT = Duration.ofSeconds(60);

    private static final int PROBE_MILLIS = 500;

    /**
     * @param portSetting the setting a person changes when the port is taken
     * @param mark an argument of the command line that only this store's process has
     * @param preparation makes what the store needs on disk, where that is missing
     * @param greets asks over a fresh connection whether the store is ready
     */
    record Plan(
            String name,
            int port,
            String portSetting,
            Path home,
            List<String> command,
            Map<String, String> environment,
            String mark,
            Preparation preparation,
            Greeting greets) {

        Path log() {
            return home.resolve("server.log");
        }
    }

    interface Preparation {

        void run() throws IOException;
    }

    interface Greeting {

        boolean heardOn(Socket connection) throws IOException;
    }

    private final Plan plan;
    private Process process;
    private boolean closed;

    EmbeddedServer(Plan plan) {
        this.plan = plan;
    }

    public int port() {
        return plan.port();
    }

    /** The process id of the store itself, so that a test can pause or kill it. */
    public long pid() {
        return running().map(ProcessHandle::pid).findFirst().orElseThrow();
    }

    /** Returns when the store answers. */
    public void start() {
        stopLeftBehind();
        requireFreePort();
        awaitAnswer(launch());
    }

    /** Forgets all data; the next start begins empty. */
    void erase() throws IOException {
        stopLeftBehind();
        EmbeddedFiles.deleteTree(plan.home());
    }

    /** Returns when the process is gone, whoever started it; does nothing when there is none. */
    public synchronized void stop() {
        if (process != null) {
            EmbeddedProcess.end(process.toHandle());
        }
        stopLeftBehind();
    }

    /** Stops for good: a start that is under way in another thread, or comes later, fails. */
    synchronized void close() {
        closed = true;
        stop();
    }

    /** After the service was killed its stores live on; on the same data only one may run. */
    private void stopLeftBehind() {
        running().forEach(EmbeddedProcess::end);
    }

    private Stream<ProcessHandle> running() {
        return ProcessHandle.allProcesses().filter(this::isOurs);
    }

    private boolean isOurs(ProcessHandle candidate) {
        var program = Path.of(plan.command().get(0)).getFileName().toString();
        var info = candidate.info();
        // "contains", since Linux tells "(deleted)" behind the name of a program that was cleaned away
        return info.command().filter(path -> path.contains(program)).isPresent()
                && info.arguments()
                        .filter(args -> List.of(args).contains(plan.mark()))
                        .isPresent();
    }

    private void requireFreePort() {
        try (var probe = new ServerSocket()) {
            probe.setReuseAddress(true);
            probe.bind(address());
        } catch (IOException taken) {
            throw new EmbeddedStoreException(
                    "Port %d, where the embedded %s would listen, is taken by another program. Stop that program, or set %s to a free port (environment variable %s)."
                            .formatted(
                                    plan.port(), plan.name(), plan.portSetting(), environmentName(plan.portSetting())),
                    taken);
        }
    }

    private synchronized Process launch() {
        if (closed) {
            throw new EmbeddedStoreException("The service is stopping.");
        }
        var builder = new ProcessBuilder(EmbeddedProcess.ownSession(plan.command()))
                .redirectErrorStream(true)
                .redirectOutput(plan.log().toFile());
        builder.environment().putAll(plan.environment());
        try {
            Files.createDirectories(plan.home());
            plan.preparation().run();
            process = builder.start();
            process.getOutputStream().close();
        } catch (IOException e) {
            throw new EmbeddedStoreException("The embedded %s cannot be started: %s".formatted(plan.name(), e), e);
        }
        return process;
    }

    private void awaitAnswer(Process started) {
        long deadline = System.nanoTime() + START_LIMIT.toNanos();
        while (!answers()) {
            if (EmbeddedProcess.hasEndedMeanwhile(started)) {
                throw new EmbeddedStoreException("The embedded %s ended while starting; its log %s ends with:%n%s"
                        .formatted(plan.name(), plan.log(), EmbeddedFiles.endOf(plan.log())));
            }
            if (System.nanoTime() > deadline) {
                stop();
                throw new EmbeddedStoreException("The embedded %s did not answer within %d s; its log is %s."
                        .formatted(plan.name(), START_LIMIT.toSeconds(), plan.log()));
            }
        }
    }

    private boolean answers() {
        try (var connection = new Socket()) {
            connection.connect(address(), PROBE_MILLIS);
            connection.setSoTimeout(PROBE_MILLIS);
            return plan.greets().heardOn(connection);
        } catch (IOException notYet) {
            return false;
        }
    }

    private InetSocketAddress address() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), plan.port());
    }

    static String environmentName(String setting) {
        return setting.toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9]", "_");
    }
}
