package dev.payonce.faults;

import dev.payonce.testsupport.Poll;
import dev.payonce.testsupport.Stores;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** One more Redis, without data, in a process of its own. */
record RedisServer(int port, Process process) implements AutoCloseable {

    private static final Duration START = Duration.ofSeconds(30);

    /** Returns when it answers. */
    static RedisServer start(int port, String... settings) {
        // unpacks the program where no test has done so yet
        Stores.settings();
        Path home = Path.of("target/faults/redis-" + port).toAbsolutePath();
        List<String> command = new ArrayList<>(
                List.of(Stores.DIRECTORY.resolve("bin/redis-server").toString()));
        command.addAll(List.of("--bind", "127.0.0.1", "--port", Integer.toString(port)));
        command.addAll(List.of("--dir", home.toString(), "--save", ""));
        command.addAll(List.of(settings));
        try {
            Files.createDirectories(home);
            Files.deleteIfExists(home.resolve("nodes.conf"));
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(home.resolve("server.log").toFile())
                    .start();
            RedisServer server = new RedisServer(port, process);
            Poll.until(START, server::answers);
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private boolean answers() {
        try {
            return command("PING").equals("PONG");
        } catch (UncheckedIOException notYet) {
            return false;
        }
    }

    String command(String... parts) {
        return Redis.commandAt(port, parts);
    }

    void must(String... parts) {
        String answer = command(parts);
        if (!answer.equals("OK")) {
            throw new IllegalStateException(parts[0] + " " + parts[parts.length - 1] + ": " + answer);
        }
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
