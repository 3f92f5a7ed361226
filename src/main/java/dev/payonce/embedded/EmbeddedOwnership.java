package dev.payonce.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * One service owns a directory: two would take each other's stores for left-overs. The lock dies with the process that
 * holds it, however that dies.
 */
final class EmbeddedOwnership implements AutoCloseable {

    private final FileChannel file;

    private EmbeddedOwnership(FileChannel file) {
        this.file = file;
    }

    static EmbeddedOwnership of(Path directory) throws IOException {
        Files.createDirectories(directory);
        var file = FileChannel.open(directory.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        if (!locks(file)) {
            file.close();
            throw new EmbeddedStoreException(
                    "Another payonce uses the embedded stores in %s. Stop it, or give this one a place of its own: %s, %s and %s."
                            .formatted(
                                    directory,
                                    EmbeddedSettings.DIRECTORY,
                                    EmbeddedSettings.MYSQL_PORT,
                                    EmbeddedSettings.REDIS_PORT));
        }
        return new EmbeddedOwnership(file);
    }

    private static boolean locks(FileChannel file) throws IOException {
        try {
            return file.tryLock() != null;
        } catch (OverlappingFileLockException heldByThisProcess) {
            return false;
        }
    }

    @Override
    public void close() {
        try {
            file.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
