package dev.payonce.faults;

import static dev.payonce.testsupport.Shop.asMerchant;
import static dev.payonce.testsupport.Shop.asOperator;
import static io.restassured.RestAssured.given;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.allOf;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.is;

import dev.payonce.testsupport.Stores;
import dev.payonce.web.ProblemType;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * C46: everything that can go wrong goes wrong, with the log as loud as anybody can make it; then whatever is written,
 * shown or stored is searched for the secrets that were used.
 */
class LeaksIT {

    /** Told by recovery, by twins of a keyed order, by a full queue, and by an endpoint that was gone: tests of theirs see to these. */
    private static final Set<ProblemType> ELSEWHERE = EnumSet.of(
            ProblemType.GATEWAY_LOST,
            ProblemType.REQUEST_IN_PROGRESS,
            ProblemType.OVERLOADED,
            ProblemType.WEBHOOK_ENDPOINT_DISABLED);

    /** A message stays as it came, to be sent again; who reads it sees no payment method. */
    private static final String MESSAGES = "dead_letter.body";

    /** Strings, hashes and streams, with their keys. */
    private static final String ALL_OF_REDIS =
            """
            local all = {}
            for _, key in ipairs(redis.call('KEYS', '*')) do
              local kind = redis.call('TYPE', key).ok
              local value = ''
              if kind == 'string' then value = redis.call('GET', key)
              elseif kind == 'hash' then value = table.concat(redis.call('HGETALL', key), ' ')
              elseif kind == 'stream' then value = cjson.encode(redis.call('XRANGE', key, '-', '+')) end
              all[#all + 1] = key .. ' ' .. value
            end
            return table.concat(all, '\\n')""";

    /** A user like the one that all tests share, whose password is a word that is everywhere. */
    private static final String ADD_USER =
            """
            insert into mysql.global_priv
              select host, 'leaks', json_set(priv, '$.authentication_string', password(?)) from mysql.global_priv
              where user = ?""";

    private static final String DATABASE_PASSWORD = "database-password-" + UUID.randomUUID();
    private static final String GATEWAY_KEY = "gateway-key-" + UUID.randomUUID();

    private static World world;
    private static Mishaps mishaps;
    private static Set<String> secrets;

    @BeforeAll
    static void goThroughEverything() {
        MySql.update(ADD_USER, DATABASE_PASSWORD, Stores.settings().get("quarkus.datasource.username"));
        MySql.update("flush privileges");
        Map<String, String> settings = new HashMap<>(Mishaps.settings());
        settings.put("quarkus.log.level", "TRACE");
        settings.put("quarkus.http.access-log.enabled", "true");
        settings.put("payonce.gateway.authorization", "Bearer " + GATEWAY_KEY);
        settings.put("quarkus.datasource.username", "leaks");
        settings.put("quarkus.datasource.password", DATABASE_PASSWORD);
        world = World.with(settings);
        mishaps = Mishaps.in(world);
        secrets = new LinkedHashSet<>(mishaps.secrets());
        secrets.add(DATABASE_PASSWORD);
        secrets.add(GATEWAY_KEY);
        for (String setting : List.of("payonce.token.secret", "payonce.gateway.webhook-secret")) {
            secrets.add(Stores.settings().get(setting));
        }
    }

    @AfterAll
    static void stop() {
        world.close();
        MySql.update("drop user 'leaks'@'127.0.0.1'");
    }

    @Test
    void everyRefusalOfTheContractWasMet() {
        Set<ProblemType> missed = EnumSet.complementOf(EnumSet.copyOf(mishaps.met()));

        missed.removeAll(ELSEWHERE);

        assertThat(missed, is(empty()));
        assertThat(secrets.size(), is(greaterThan(30)));
    }

    @Test
    void theLogHasNoSecret() throws IOException {
        String log = Files.readString(world.service().log());

        assertThat(log, allOf(containsString(" DEBUG "), containsString("POST /pay")));
        assertThat(leaks(log), is(empty()));
    }

    @Test
    void noRefusalTellsASecret() {
        List<String> told = mishaps.told();

        assertThat(told.size(), is(greaterThan(40)));
        assertThat(leaks(String.join("\n", told)), is(empty()));
    }

    @Test
    void whatOperatorsAndMerchantsReadHasNoSecret() {
        for (String path : List.of(
                "/audit?limit=100",
                "/audit?limit=100&result=REFUSED",
                "/dead-letters?limit=100",
                "/deliveries?limit=100",
                "/payments?limit=100",
                "/orders?limit=100",
                "/recovery/payments?limit=100",
                "/recovery/refunds?limit=100")) {
            String body =
                    asOperator().get(path).then().statusCode(200).extract().asString();

            assertThat(path, leaks(body), is(empty()));
        }
        List<String> orders = asOperator().get("/orders?limit=20").path("items.id");
        for (String order : orders) {
            assertThat(leaks(asMerchant().get("/orders/" + order + "/history").asString()), is(empty()));
        }
    }

    @Test
    void nothingUnderTheManagementPathsHasASecret() {
        for (String path : List.of("/q/metrics", "/q/openapi", "/q/health", "/q/health/ready")) {
            assertThat(path, leaks(given().get(path).asString()), is(empty()));
            assertThat(
                    path,
                    leaks(given().port(world.service().managementPort())
                            .get(path)
                            .asString()),
                    is(empty()));
        }
    }

    @Test
    void noColumnOfMysqlKeepsASecret() throws SQLException {
        Map<String, List<String>> found = new LinkedHashMap<>();
        try (Connection session = MySql.session()) {
            for (String column : columns()) {
                List<String> leaks = leaks(session, column);
                if (!leaks.isEmpty() && !column.equals(MESSAGES)) {
                    found.put(column, leaks);
                }
            }
        }

        assertThat(found, equalTo(Map.of()));
    }

    @Test
    void noKeyOrValueOfRedisIsASecret() {
        String all = Redis.command("EVAL", ALL_OF_REDIS, "0");

        assertThat(all, containsString(":claim"));
        assertThat(leaks(all), is(empty()));
    }

    @Test
    void noThreadIsNamedForASecret() throws IOException {
        Process jcmd = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                        Long.toString(world.service().pid()),
                        "Thread.print")
                .redirectErrorStream(true)
                .start();

        String threads = new String(jcmd.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(threads, containsString("vert.x-eventloop-thread-0"));
        assertThat(leaks(threads), is(empty()));
    }

    /** Which secrets are in the text. Shortened: what a test prints is read by many. */
    private static List<String> leaks(String text) {
        return secrets.stream().filter(text::contains).map(LeaksIT::shortened).toList();
    }

    private static String shortened(String secret) {
        return secret.substring(0, Math.min(12, secret.length())) + "... of " + secret.length();
    }

    private static List<String> columns() {
        return MySql.texts("select concat(table_name, '.', column_name) from information_schema.columns"
                + " where table_schema = database() and data_type in"
                + " ('char', 'varchar', 'text', 'longtext', 'mediumtext', 'json', 'binary', 'varbinary', 'blob', 'longblob')"
                + " and table_name not like 'DATABASECHANGELOG%'");
    }

    private static List<String> leaks(Connection session, String column) throws SQLException {
        String[] name = column.split("\\.");
        List<String> leaks = new ArrayList<>();
        try (PreparedStatement look = session.prepareStatement(
                "select 1 from `%s` where locate(?, `%s`) > 0 limit 1".formatted(name[0], name[1]))) {
            for (String secret : secrets) {
                look.setBytes(1, secret.getBytes(StandardCharsets.UTF_8));
                try (ResultSet row = look.executeQuery()) {
                    if (row.next()) {
                        leaks.add(shortened(secret));
                    }
                }
            }
        }
        return leaks;
    }
}
