package dev.payonce.faults;

import dev.payonce.testsupport.Poll;
import dev.payonce.testsupport.Stores;
import io.quarkus.bootstrap.resolver.maven.BootstrapMavenException;
import io.quarkus.bootstrap.resolver.maven.MavenArtifactResolver;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.eclipse.aether.artifact.DefaultArtifact;

/** A broker's program in a process of its own: its artifacts come from Maven, and never on the class path of service or tests. */
final class BrokerProcess {

    private final Path log;
    private final List<String> command;
    private final Map<String, String> environment;
    private Process process;

    private BrokerProcess(Path log, List<String> command, Map<String, String> environment) {
        this.log = log;
        this.command = command;
        this.environment = environment;
        Runtime.getRuntime().addShutdownHook(new Thread(this::kill));
    }

    static BrokerProcess of(Path log, List<String> command, Map<String, String> environment) {
        return new BrokerProcess(log, command, environment);
    }

    /**
     * @param classPath of {@link #classPath}
     * @param options for the JVM, then the class and its arguments
     */
    static BrokerProcess java(Path log, String classPath, List<String> options, Map<String, String> environment) {
        try {
            // longer than a command line may be
            Path arguments = Files.createTempFile(Files.createDirectories(log.getParent()), "class-path", ".txt");
            Files.writeString(arguments, "-cp \"" + classPath + "\"\n");
            List<String> command = new ArrayList<>(List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(), "@" + arguments));
            command.addAll(options);
            return of(log, command, environment);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The artifact with all that it needs, downloaded where it is not there yet. */
    static String classPath(String artifact) {
        try {
            return MavenArtifactResolver.builder()
                    .setWorkspaceDiscovery(false)
                    .build()
                    .resolveDependencies(new DefaultArtifact(artifact), List.of())
                    .getArtifactResults()
                    .stream()
                    .map(result -> result.getArtifact().getFile().getPath())
                    .collect(Collectors.joining(File.pathSeparator));
        } catch (BootstrapMavenException e) {
            throw new IllegalStateException(e);
        }
    }

    BrokerProcess start() {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().putAll(environment);
        try {
            Files.createDirectories(log.getParent());
            process = builder.redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                    .start();
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Starts it and waits until it serves. */
    void startUntil(Duration limit, BooleanSupplier serves) {
        start();
        Poll.until(limit, () -> {
            mustBeAlive();
            return serves.getAsBoolean();
        });
    }

    /** SIGKILL, and then a start on the same data. */
    void restartUntil(Duration limit, BooleanSupplier serves) {
        kill();
        startUntil(limit, serves);
    }

    /** Starts it and waits for its end; fails unless it ends well. */
    void run() {
        start();
        try {
            if (process.waitFor() != 0) {
                throw new IllegalStateException(command + " failed, see " + log);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private void mustBeAlive() {
        if (!process.isAlive()) {
            throw new IllegalStateException("it has ended, see " + log);
        }
    }

    /** SIGSTOP: it lives and answers nothing. */
    void pause() {
        all().forEach(one -> Stores.pause(one.pid()));
    }

    void resume() {
        all().forEach(one -> Stores.resume(one.pid()));
    }

    /** SIGKILL. */
    void kill() {
        if (process == null) {
            return;
        }
        List<ProcessHandle> all = all();
        all.forEach(ProcessHandle::destroyForcibly);
        all.forEach(one -> one.onExit().join());
    }

    /** With its children: a script is not the server that it starts. */
    private List<ProcessHandle> all() {
        List<ProcessHandle> all = new ArrayList<>(process.descendants().toList());
        all.add(process.toHandle());
        return all;
    }

    /** A file that a program reads. */
    static Path write(Path file, String content) {
        try {
            Files.createDirectories(file.getParent());
            return Files.writeString(file, content);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
