package dev.payonce.faults;

import dev.payonce.testsupport.FreePort;
import dev.payonce.testsupport.Poll;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** This machine's nginx with the configuration that lies in docker/: its ports are replaced, and where it may write. */
final class Nginx implements AutoCloseable {

    private static final Path CONFIGURATION = Path.of("docker/nginx.conf");
    private static final Duration START = Duration.ofSeconds(10);
    private static final List<String> TEMPORARY = List.of("client_body", "proxy", "fastcgi", "uwsgi", "scgi");

    private final int port = FreePort.any();
    private final Path directory =
            Path.of("target/faults/nginx-" + UUID.randomUUID()).toAbsolutePath();
    private final List<Integer> instances;
    private final BrokerProcess process = command();

    private Nginx(List<Integer> instances) {
        this.instances = instances;
    }

    static boolean isInstalled() {
        return program().isPresent();
    }

    /** Returns when it answers. @param instances ports of three of them */
    static Nginx inFrontOf(List<Integer> instances) {
        Nginx nginx = new Nginx(instances);
        nginx.configure(nginx.configuration());
        nginx.process.startUntil(START, nginx::listens);
        return nginx;
    }

    int port() {
        return port;
    }

    /** As an operator does before an instance is stopped. Returns when no new request goes there. */
    void takeOut(int instance) {
        String address = address(instance);
        String configuration = configuration();
        configure(configuration.replace(address, address + " down"));
        command("-s", "reload").run();
        Poll.until(START, () -> count("gracefully shutting down") * 2 == count("start worker process "));
    }

    /** How many lines of the log say so. */
    private long count(String words) {
        return log().filter(line -> line.contains(words)).count();
    }

    /** What became of one request, as nginx logs it. @param sent bytes to each instance that was tried */
    record Line(String request, int status, List<String> instances, List<Long> sent) {

        private static final Pattern FORMAT =
                Pattern.compile("\\S+ \\[\\S+] \"([^\"]*)\" (\\d+) \\S+ \"([^\"]*)\" \"[^\"]*\" \"([^\"]*)\"");

        private static Stream<Line> read(String line) {
            return FORMAT.matcher(line)
                    .results()
                    .map(found -> new Line(
                            found.group(1),
                            Integer.parseInt(found.group(2)),
                            parts(found.group(3)),
                            parts(found.group(4)).stream().map(Line::number).toList()));
        }

        private static List<String> parts(String field) {
            return List.of(field.split(", "));
        }

        /** "-" where there was no connection. */
        private static long number(String bytes) {
            return bytes.equals("-") ? 0 : Long.parseLong(bytes);
        }
    }

    List<Line> lines() {
        return log().flatMap(Line::read).toList();
    }

    private Stream<String> log() {
        try {
            return Files.readAllLines(directory.resolve("nginx.log")).stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String configuration() {
        try {
            String configuration = Files.readString(CONFIGURATION)
                    .replace("listen 80;", "listen 127.0.0.1:" + port + ";")
                    .replace("stderr warn", "stderr notice")
                    .replace("http {", "http {\n" + temporaryPaths());
            for (int i = 0; i < instances.size(); i++) {
                configuration = configuration.replace("service-" + (i + 1) + ":8080", address(instances.get(i)));
            }
            return configuration;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String address(int instance) {
        return "127.0.0.1:" + instance;
    }

    private String temporaryPaths() {
        StringBuilder paths = new StringBuilder();
        TEMPORARY.forEach(use -> paths.append("%s_temp_path %s;%n".formatted(use, directory.resolve(use))));
        return paths.toString();
    }

    private void configure(String configuration) {
        BrokerProcess.write(directory.resolve("nginx.conf"), configuration);
    }

    private BrokerProcess command(String... options) {
        List<String> command = new ArrayList<>(List.of(program().orElseThrow().toString()));
        command.addAll(List.of("-p", directory.toString(), "-c", "nginx.conf"));
        // as whoever runs the tests: only root is asked who is to do the work
        command.addAll(List.of("-g", "daemon off; pid nginx.pid; user root;"));
        command.addAll(List.of(options));
        return BrokerProcess.of(directory.resolve("nginx.log"), command, Map.of());
    }

    private static Optional<Path> program() {
        return Stream.concat(Stream.of(System.getenv("PATH").split(":")).map(Path::of), Stream.of(Path.of("/usr/sbin")))
                .map(place -> place.resolve("nginx"))
                .filter(Files::isExecutable)
                .findFirst();
    }

    private boolean listens() {
        try (Socket socket = new Socket("127.0.0.1", port)) {
            return socket.isConnected();
        } catch (IOException notYet) {
            return false;
        }
    }

    /** By its own command: a master that is killed leaves its workers behind. */
    @Override
    public void close() {
        command("-s", "stop").run();
        process.kill();
    }
}
