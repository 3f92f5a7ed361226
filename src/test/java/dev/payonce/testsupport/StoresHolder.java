package dev.payonce.testsupport;

import dev.payonce.embedded.EmbeddedSettings;
import dev.payonce.embedded.EmbeddedStores;
import java.io.IOException;
import java.nio.file.Path;

/** A process that starts embedded stores and then waits, so that a test can kill it as a machine would. */
final class StoresHolder {

    static final String STARTED = "started";

    private StoresHolder() {}

    static EmbeddedSettings settings(String directory, String mysqlPort, String redisPort) {
        return new EmbeddedSettings(
                Path.of(directory),
                Stores.DIRECTORY.resolve("bin"),
                Integer.parseInt(mysqlPort),
                Integer.parseInt(redisPort),
                true);
    }

    public static void main(String[] args) throws IOException {
        var stores = EmbeddedStores.start(settings(args[0], args[1], args[2]));
        System.out.println(STARTED);
        // until the test closes the other end
        int end = System.in.read();
        stores.close();
        System.exit(end == -1 ? 0 : 1);
    }
}
