package dev.payonce.faults;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/** What a service is told about the names of hosts, in the place of a name server; it can be changed while the service runs. */
record NameFile(Path file) {

    /** How long a service takes a name as it was, by README. */
    static final Duration REMEMBERED = Duration.ofSeconds(1);

    /** @param line an address and its name */
    static NameFile with(String line) throws IOException {
        Path directory = Files.createDirectories(Path.of("target/faults").toAbsolutePath());
        NameFile names = new NameFile(Files.createTempFile(directory, "hosts", ""));
        names.say(line);
        return names;
    }

    /** Java resolves every name by this file alone. */
    Map<String, String> settings() {
        return Map.of("jdk.net.hosts.file", file.toString());
    }

    void say(String line) {
        try {
            Files.writeString(file, line + "\n127.0.0.1 localhost\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
