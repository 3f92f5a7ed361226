package dev.payonce.testsupport;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What a test run has exercised of the contract, one {@code METHOD /path status} a line. In a file, because Quarkus loads
 * test classes anew for each test profile, and because the check runs in a later process.
 */
public final class ContractRecord {

    public static final Path FILE = Path.of("target/contract-exercised.txt").toAbsolutePath();

    /** A system property outlives the class loaders of one test process. */
    private static final String STARTED = "payonce.test.contract-record";

    private static final Set<String> KNOWN = ConcurrentHashMap.newKeySet();

    private ContractRecord() {}

    static void add(String exercised) {
        if (KNOWN.add(exercised)) {
            append(exercised);
        }
    }

    private static void append(String exercised) {
        synchronized (System.class) {
            try {
                if (System.getProperty(STARTED) == null) {
                    System.setProperty(STARTED, "yes");
                    Files.deleteIfExists(FILE);
                }
                Files.createDirectories(FILE.getParent());
                Files.writeString(FILE, exercised + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    public static Set<String> read() throws IOException {
        return Set.copyOf(Files.readAllLines(FILE));
    }
}
