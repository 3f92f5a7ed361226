package dev.payonce.testsupport;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.payonce.embedded.EmbeddedSettings;
import dev.payonce.embedded.EmbeddedStoreException;
import dev.payonce.embedded.EmbeddedStores;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The stores as a person meets them: started, stopped, killed, started again. */
@Timeout(120)
class EmbeddedStoresTest {

    @TempDir
    Path directory;

    private EmbeddedSettings settings;

    @BeforeEach
    void onFreePorts() {
        settings = StoresHolder.settings(
                directory.toString(), Integer.toString(FreePort.any()), Integer.toString(FreePort.any()));
    }

    @AfterEach
    void withoutLeftOvers() throws Exception {
        EmbeddedStores.running(settings).close();
    }

    @Test
    void dataSurvivesAStop() throws Exception {
        try (var stores = EmbeddedStores.start(settings)) {
            write(stores, "before");
        }

        try (var stores = EmbeddedStores.start(settings)) {
            assertWritten(stores, "before");
        }
    }

    @Test
    void aStoppedStoreLeavesNoProcess() {
        var stores = EmbeddedStores.start(settings);
        long mysql = stores.mysql().pid();
        long redis = stores.redis().pid();

        stores.close();

        assertGone(mysql);
        assertGone(redis);
    }

    @Test
    void theFilesOfKilledServersDoNotHurt() throws Exception {
        var killed = EmbeddedStores.start(settings);
        write(killed, "committed");
        Stores.kill(killed.mysql().pid());
        Stores.kill(killed.redis().pid());
        killed.close();
        assertTrue(Files.exists(directory.resolve("mysql/data/mysql.pid")), "a stale pid file is what this is about");

        try (var stores = EmbeddedStores.start(settings)) {
            assertWritten(stores, "committed");
        }
    }

    @Test
    void serversThatOutliveAKilledServiceAreReplaced() throws Exception {
        var service = startInAProcessOfItsOwn();
        var left = EmbeddedStores.running(settings);
        write(left, "left");
        long mysql = left.mysql().pid();
        long redis = left.redis().pid();
        Stores.kill(service.pid());
        assertTrue(ProcessHandle.of(mysql).orElseThrow().isAlive());
        assertTrue(ProcessHandle.of(redis).orElseThrow().isAlive());

        try (var stores = EmbeddedStores.start(settings)) {
            assertWritten(stores, "left");
            assertGone(mysql);
            assertGone(redis);
        }
    }

    @Test
    void aSecondServiceOnTheSameDirectoryIsTurnedAway() throws Exception {
        var service = startInAProcessOfItsOwn();
        long mysql = EmbeddedStores.running(settings).mysql().pid();

        var refusal = assertThrows(EmbeddedStoreException.class, () -> EmbeddedStores.start(settings));

        assertTrue(refusal.getMessage().contains(directory.toString()), refusal.getMessage());
        assertEquals(mysql, EmbeddedStores.running(settings).mysql().pid(), "the first one's store runs on");
        service.getOutputStream().close();
        assertTrue(service.waitFor(30, TimeUnit.SECONDS));
    }

    @Test
    void aPortTakenByAnotherProgramIsNamedWithItsSetting() throws Exception {
        try (var other = new ServerSocket(settings.mysqlPort(), 1, InetAddress.getLoopbackAddress())) {

            var refusal = assertThrows(EmbeddedStoreException.class, () -> EmbeddedStores.start(settings));

            assertTrue(refusal.getMessage().contains("Port " + other.getLocalPort()), refusal.getMessage());
            assertTrue(refusal.getMessage().contains("payonce.embedded.mysql-port"), refusal.getMessage());
        }
    }

    @Test
    void whenOneStoreCannotStartTheOtherIsStoppedToo() throws Exception {
        try (var other = new ServerSocket(settings.mysqlPort(), 1, InetAddress.getLoopbackAddress())) {
            assertEquals(settings.mysqlPort(), other.getLocalPort());

            assertThrows(EmbeddedStoreException.class, () -> EmbeddedStores.start(settings));
        }

        assertThrows(IOException.class, () -> redis(settings.redisPort(), "PING"));
    }

    @Test
    void keysAndSecretsAreMadeOnceAndForTheOwnerAlone() throws Exception {
        var stores = EmbeddedStores.running(settings);

        var first = stores.settings();

        assertEquals(first, EmbeddedStores.running(settings).settings());
        try (var files = Files.list(directory.resolve("keys"))) {
            for (var file : files.toList()) {
                assertEquals("[OWNER_READ, OWNER_WRITE]", sortedPermissions(file), file.toString());
            }
        }
    }

    private static String sortedPermissions(Path file) throws IOException {
        return Files.getPosixFilePermissions(file).stream().sorted().toList().toString();
    }

    /** A process that nobody has asked about stays in the list when it is dead, but without a program. */
    private static void assertGone(long pid) {
        assertEquals(Optional.empty(), ProcessHandle.of(pid).flatMap(process -> process.info()
                .command()));
    }

    private Process startInAProcessOfItsOwn() throws IOException {
        var process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        StoresHolder.class.getName(),
                        directory.toString(),
                        Integer.toString(settings.mysqlPort()),
                        Integer.toString(settings.redisPort()))
                .redirectErrorStream(true)
                .start();
        var output = new BufferedReader(new InputStreamReader(process.getInputStream(), US_ASCII));
        assertTrue(output.lines().anyMatch(StoresHolder.STARTED::equals), "the other process did not start its stores");
        return process;
    }

    private static void write(EmbeddedStores stores, String value) throws IOException, SQLException {
        try (var connection = connect(stores);
                var statement = connection.createStatement()) {
            statement.execute("CREATE TABLE note (text VARCHAR(20) PRIMARY KEY)");
            statement.execute("INSERT INTO note VALUES ('" + value + "')");
        }
        redis(stores.redis().port(), "SET note " + value);
    }

    private static void assertWritten(EmbeddedStores stores, String value) throws IOException, SQLException {
        try (var connection = connect(stores);
                var statement = connection.createStatement();
                var rows = statement.executeQuery("SELECT text FROM note")) {
            assertTrue(rows.next());
            assertEquals(value, rows.getString(1));
        }
        assertEquals("$" + value.length() + "\r\n" + value, redis(stores.redis().port(), "GET note"));
    }

    private static Connection connect(EmbeddedStores stores) throws SQLException {
        var known = stores.settings();
        return DriverManager.getConnection(
                known.get("quarkus.datasource.jdbc.url"),
                known.get("quarkus.datasource.username"),
                known.get("quarkus.datasource.password"));
    }

    /** One command as text; the answer without its last line end. */
    private static String redis(int port, String command) throws IOException {
        try (var connection = new Socket(InetAddress.getLoopbackAddress(), port)) {
            connection.getOutputStream().write((command + "\r\nQUIT\r\n").getBytes(US_ASCII));
            var answer = new String(connection.getInputStream().readAllBytes(), US_ASCII);
            return answer.substring(0, answer.indexOf("\r\n+OK"));
        }
    }
}
