package dev.payonce.embedded;

import java.io.IOException;
import java.io.InputStream;
import java.lang.ProcessBuilder.Redirect;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A MariaDB server with a database and a user, both named payonce. */
final class EmbeddedMariaDb {

    static final String DATABASE = "payonce";
    static final String USER = "payonce";
    /** Not a secret: the server listens on 127.0.0.1 only and holds data for trying things out. */
    static final String PASSWORD = "payonce";

    private static final String DATA = "data";
    private static final String INIT_FILE = "init.sql";
    /** Runs at every start. */
    private static final String INIT_SQL =
            """
            CREATE DATABASE IF NOT EXISTS %1$s CHARACTER SET utf8mb4;
            CREATE USER IF NOT EXISTS '%2$s'@'127.0.0.1' IDENTIFIED BY '%3$s';
            GRANT ALL ON *.* TO '%2$s'@'127.0.0.1';
            """
                    .formatted(DATABASE, USER, PASSWORD);

    private static final int PROTOCOL_VERSION = 10;
    private static final int PACKET_HEADER = 4;

    private EmbeddedMariaDb() {}

    /** Unpacks the program where it is missing. */
    static EmbeddedServer server(EmbeddedSettings settings) throws IOException {
        var program = EmbeddedBinaries.mariaDb(settings.binaries());
        var home = settings.directory().resolve("mysql");
        return new EmbeddedServer(new EmbeddedServer.Plan(
                "MariaDB",
                settings.mysqlPort(),
                EmbeddedSettings.MYSQL_PORT,
                home,
                command(program, home, settings),
                environment(program, home),
                dataArgument(home.resolve(DATA)),
                () -> prepare(program, home),
                EmbeddedMariaDb::greets));
    }

    private static void prepare(EmbeddedBinaries.MariaDb program, Path home) throws IOException {
        Files.createDirectories(temporary(home));
        EmbeddedFiles.writeWhole(home.resolve(INIT_FILE), INIT_SQL);
        var data = home.resolve(DATA);
        if (!Files.exists(data)) {
            install(program, home, data);
        }
    }

    /** Under another name first, so that an interrupted installation is never taken for a database. */
    private static void install(EmbeddedBinaries.MariaDb program, Path home, Path data) throws IOException {
        var draft = home.resolve("installing");
        EmbeddedFiles.deleteTree(draft);
        var log = home.resolve("install.log");
        var builder = new ProcessBuilder(installCommand(program, draft))
                .redirectErrorStream(true)
                .redirectOutput(Redirect.to(log.toFile()));
        builder.environment().putAll(environment(program, home));
        if (exitStatus(builder.start()) != 0) {
            throw new EmbeddedStoreException("The embedded MariaDB cannot be installed; the log %s ends with:%n%s"
                    .formatted(log, EmbeddedFiles.endOf(log)));
        }
        Files.move(draft, data, StandardCopyOption.ATOMIC_MOVE);
    }

    private static List<String> installCommand(EmbeddedBinaries.MariaDb program, Path draft) {
        var command = new ArrayList<String>(List.of(program.installer().toString()));
        if (!program.windows()) {
            command.addAll(List.of("--no-defaults", "--basedir=" + program.base(), "--force", "--skip-name-resolve"));
            command.addAll(asRoot());
        }
        command.add(dataArgument(draft));
        return command;
    }

    private static List<String> command(EmbeddedBinaries.MariaDb program, Path home, EmbeddedSettings settings) {
        var command = new ArrayList<String>(List.of(
                program.server().toString(),
                "--no-defaults",
                "--basedir=" + program.base(),
                dataArgument(home.resolve(DATA)),
                "--bind-address=127.0.0.1",
                "--port=" + settings.mysqlPort(),
                // relative to the data: the length of a socket's whole path is limited to about a hundred characters
                "--socket=mysql.sock",
                "--pid-file=mysql.pid",
                "--init-file=" + home.resolve(INIT_FILE),
                "--skip-name-resolve",
                // else each start makes a certificate first, which takes it 15 s
                "--skip-ssl",
                "--character-set-server=utf8mb4",
                "--max-connections=300",
                "--innodb-buffer-pool-size=256M",
                "--innodb-flush-log-at-trx-commit=" + (settings.powerLossSafe() ? 1 : 2)));
        command.addAll(asRoot());
        return command;
    }

    /** The server refuses to run as root unless told so. */
    private static List<String> asRoot() {
        return "root".equals(System.getProperty("user.name")) ? List.of("--user=root") : List.of();
    }

    private static String dataArgument(Path data) {
        return "--datadir=" + data;
    }

    /** A directory of its own for temporary tables: at its start, each server deletes all that it finds in the shared one. */
    private static Map<String, String> environment(EmbeddedBinaries.MariaDb program, Path home) {
        return Map.of(
                program.libraryPath(),
                program.libraries().toString(),
                "TMPDIR",
                temporary(home).toString());
    }

    private static Path temporary(Path home) {
        return home.resolve("tmp");
    }

    private static int exitStatus(Process process) {
        try {
            return process.waitFor();
        } catch (InterruptedException e) {
            process.destroy();
            Thread.currentThread().interrupt();
            throw new EmbeddedStoreException("Interrupted while MariaDB was being installed.", e);
        }
    }

    /** The server speaks first, once it is ready: a packet header, then its protocol version. */
    private static boolean greets(Socket connection) throws IOException {
        InputStream in = connection.getInputStream();
        return in.readNBytes(PACKET_HEADER).length == PACKET_HEADER && in.read() == PROTOCOL_VERSION;
    }
}
