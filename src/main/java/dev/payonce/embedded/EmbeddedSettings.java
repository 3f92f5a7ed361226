package dev.payonce.embedded;

import java.nio.file.Path;
import org.eclipse.microprofile.config.Config;

/**
 * Where the embedded stores live and listen (always on 127.0.0.1). Read before Quarkus starts, hence no {@code @ConfigMapping}.
 *
 * @param directory data, logs, keys and generated secrets; one running service owns it
 * @param binaries the unpacked programs; several directories may share them
 * @param powerLossSafe whether a commit is on the disk before it is answered; without it data survives the death of any
 *     process, but not of the machine
 */
public record EmbeddedSettings(Path directory, Path binaries, int mysqlPort, int redisPort, boolean powerLossSafe) {

    static final String DIRECTORY = "payonce.embedded.directory";
    static final String MYSQL_PORT = "payonce.embedded.mysql-port";
    static final String REDIS_PORT = "payonce.embedded.redis-port";

    public EmbeddedSettings {
        // the servers run in directories of their own, and recognise what is theirs by these paths
        directory = directory.toAbsolutePath().normalize();
        binaries = binaries.toAbsolutePath().normalize();
    }

    static EmbeddedSettings from(Config config) {
        var directory = Path.of(config.getOptionalValue(DIRECTORY, String.class).orElse("target/embedded"));
        return new EmbeddedSettings(
                directory,
                directory.resolve("bin"),
                config.getOptionalValue(MYSQL_PORT, Integer.class).orElse(33306),
                config.getOptionalValue(REDIS_PORT, Integer.class).orElse(36379),
                true);
    }
}
