package dev.payonce.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;

/** Files of the embedded stores: whole or not there, and secrets for the owner's eyes alone. */
final class EmbeddedFiles {

    private static final int TAIL = 10;

    private EmbeddedFiles() {}

    static void deleteTree(Path root) throws IOException {
        if (!Files.exists(root)) {
            return;
        }
        try (var files = Files.walk(root)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }

    static void writeWhole(Path file, String text) throws IOException {
        var draft = Files.createTempFile(file.getParent(), file.getFileName().toString(), ".new");
        // a temporary file is created for its owner alone (mode 600 where there are modes)
        Files.writeString(draft, text);
        Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
    }

    /** The last lines of a log, for a message to a person. */
    static String endOf(Path log) {
        try {
            var lines = Files.readAllLines(log);
            return String.join(System.lineSeparator(), lines.subList(Math.max(0, lines.size() - TAIL), lines.size()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
