package dev.payonce.testsupport;

import dev.payonce.embedded.EmbeddedSettings;
import dev.payonce.embedded.EmbeddedStores;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Map;

/**
 * The MariaDB and the Redis of this test run: started once, empty, on free ports, under {@code target/embedded-test}.
 * A test that pauses or kills one leaves it running when it ends.
 */
public final class Stores {

    public static final Path DIRECTORY = Path.of("target/embedded-test").toAbsolutePath();

    /** System properties, since Quarkus loads test classes once per test profile and static fields are not shared then. */
    private static final String MYSQL_PORT = "payonce.test.mysql-port";

    private static final String REDIS_PORT = "payonce.test.redis-port";

    private static EmbeddedStores stores;

    private Stores() {}

    /** What the application under test is told, by property name; also the keys and secrets, for tests that sign something. */
    public static Map<String, String> settings() {
        return stores().settings();
    }

    public static int mysqlPort() {
        return stores().mysql().port();
    }

    public static int redisPort() {
        return stores().redis().port();
    }

    public static long mysqlPid() {
        return stores().mysql().pid();
    }

    public static long redisPid() {
        return stores().redis().pid();
    }

    public static void stopMysql() {
        stores().mysql().stop();
    }

    public static void stopRedis() {
        stores().redis().stop();
    }

    /** Starts MariaDB on its data, whether it runs, hangs or is dead; returns when it answers. */
    public static void restartMysql() {
        stores().mysql().start();
    }

    /** Starts Redis on its data, whether it runs, hangs or is dead; returns when it answers. */
    public static void restartRedis() {
        stores().redis().start();
    }

    /** SIGSTOP: the process lives and answers nothing, its connections stay open. */
    public static void pause(long pid) {
        signal("STOP", pid);
    }

    public static void resume(long pid) {
        signal("CONT", pid);
    }

    /** SIGKILL: as a crash. Returns when the process is gone. */
    public static void kill(long pid) {
        var process = ProcessHandle.of(pid).orElseThrow();
        process.destroyForcibly();
        process.onExit().join();
    }

    private static void signal(String name, long pid) {
        try {
            // the shell's own: a bare Debian has no program of that name
            int status = new ProcessBuilder("sh", "-c", "kill -%s %d".formatted(name, pid))
                    .start()
                    .waitFor();
            if (status != 0) {
                throw new IllegalStateException("kill -" + name + " " + pid + " ended with " + status);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static synchronized EmbeddedStores stores() {
        if (stores == null) {
            stores = System.getProperty(MYSQL_PORT) == null ? start() : find();
        }
        return stores;
    }

    private static EmbeddedStores start() {
        var started = EmbeddedStores.startEmpty(on(FreePort.any(), FreePort.any()));
        Runtime.getRuntime().addShutdownHook(new Thread(started::close));
        System.setProperty(MYSQL_PORT, Integer.toString(started.mysql().port()));
        System.setProperty(REDIS_PORT, Integer.toString(started.redis().port()));
        return started;
    }

    private static EmbeddedStores find() {
        try {
            return EmbeddedStores.running(on(Integer.getInteger(MYSQL_PORT), Integer.getInteger(REDIS_PORT)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static EmbeddedSettings on(int mysqlPort, int redisPort) {
        // tests kill processes, not the machine: commits need not wait for the disk
        return new EmbeddedSettings(DIRECTORY, DIRECTORY.resolve("bin"), mysqlPort, redisPort, false);
    }
}
