package dev.payonce.faults;

import static io.restassured.RestAssured.given;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.nullValue;
import static org.hamcrest.Matchers.startsWith;

import dev.payonce.testsupport.FreePort;
import dev.payonce.testsupport.KeyStores;
import dev.payonce.testsupport.Poll;
import io.restassured.response.Response;
import io.restassured.specification.RequestSpecification;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InterfaceAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the packaged jar shows to whom: behind a proxy, by TLS, to other origins, and on the port for operators. */
class EdgeIT {

    private static final String SHOP = "https://shop.example";
    private static final Duration HEAD_TIMEOUT = Duration.ofSeconds(2);

    private static final int TLS_PORT = FreePort.any();

    private static World world;

    @BeforeAll
    static void start(@TempDir Path directory) throws Exception {
        Path certificate = KeyStores.selfSigned(directory, "localhost");
        world = World.with(World.patient(Map.ofEntries(
                Map.entry("quarkus.http.proxy.proxy-address-forwarding", "true"),
                Map.entry("quarkus.http.proxy.trusted-proxies", "127.0.0.1"),
                Map.entry("payonce.http.head-timeout", HEAD_TIMEOUT.toString()),
                Map.entry("quarkus.http.cors.enabled", "true"),
                Map.entry("quarkus.http.cors.origins", SHOP),
                Map.entry("quarkus.http.ssl-port", Integer.toString(TLS_PORT)),
                Map.entry("quarkus.http.tls-configuration-name", "edge"),
                Map.entry("quarkus.tls.edge.key-store.p12.path", certificate.toString()),
                Map.entry("quarkus.tls.edge.key-store.p12.password", KeyStores.PASSWORD))));
    }

    @AfterAll
    static void stop() {
        world.close();
    }

    @Test
    void beyondHealthNothingOfOperationIsBesideTheService() {
        for (String health : List.of("/q/health", "/q/health/live", "/q/health/ready", "/q/health/started")) {
            given().get(health).then().statusCode(200);
        }

        for (String path : List.of(
                "/q",
                "/q/",
                "/q/metrics",
                "/q/openapi",
                "/q/openapi.json",
                "/q/swagger-ui",
                "/q/swagger-ui/",
                "/q/swagger-ui/swagger-ui-bundle.js",
                "/q/dev-ui",
                "/q/info",
                "/q/arc",
                "/q/arc/beans",
                "/q/health-ui",
                "/q//metrics",
                "/q/health/../metrics",
                "/q/health/%2e%2e/metrics",
                "/q/%6detrics",
                "/Q/metrics")) {
            Response answer = given().urlEncodingEnabled(false).get(path);

            assertThat(path, answer.statusCode(), is(404));
            assertThat(path, answer.path("code"), equalTo("NOT_FOUND"));
        }
    }

    @Test
    void metricsAndContractAreOnThePortThatThisMachineAloneReaches() throws IOException {
        assertThat(world.service().metrics(), containsString("payonce_audit_total"));
        given().port(world.service().managementPort()).get("/q/openapi").then().statusCode(200);
        given().port(world.service().managementPort()).get("/stock").then().statusCode(404);

        for (InetAddress address : otherAddresses()) {
            assertThat(address.toString(), accepts(address, world.service().managementPort()), is(false));
        }
    }

    @Test
    void noPageLeadsToWhatIsNotThere() {
        assertThat(given().get("/problems").asString(), not(containsString("/q/")));
    }

    @Test
    void byTlsABrowserIsToldToStayWithIt() {
        RequestSpecification byTls = given().relaxedHTTPSValidation().baseUri("https://localhost");

        Response answer = byTls.port(TLS_PORT).get("/stock");

        assertThat(answer.statusCode(), is(200));
        assertThat(answer.header("Strict-Transport-Security"), equalTo("max-age=31536000"));
        assertThat(given().get("/stock").header("Strict-Transport-Security"), is(nullValue()));
    }

    @Test
    void aTrustedProxySaysThatTheCallerCameByTls() {
        Response answer = given().header("X-Forwarded-Proto", "https").get("/problems");

        assertThat(answer.header("Strict-Transport-Security"), equalTo("max-age=31536000"));
    }

    @Test
    void anOriginThatIsNamedMayReadAnswersWithoutCookies() {
        Response asked = preflight(SHOP);
        Response sent = given().header("Origin", SHOP).get("/stock");

        assertThat(asked.statusCode(), is(200));
        assertThat(asked.header("Access-Control-Allow-Origin"), equalTo(SHOP));
        assertThat(asked.header("Access-Control-Allow-Methods"), containsString("POST"));
        assertThat(asked.header("Access-Control-Allow-Headers").toLowerCase(), containsString("idempotency-key"));
        assertThat(sent.header("Access-Control-Allow-Origin"), equalTo(SHOP));
        assertThat(sent.header("Access-Control-Expose-Headers"), containsString("Retry-After"));
        assertThat(sent.header("Access-Control-Allow-Credentials"), not(equalTo("true")));
    }

    @Test
    void anOriginThatIsNotNamedMayNot() {
        for (String origin : List.of(
                "https://shop.example.evil.example", "http://shop.example", "https://elsewhere.example", "null")) {
            assertThat(origin, allowance(preflight(origin)), is(empty()));
            assertThat(origin, allowance(given().header("Origin", origin).get("/stock")), is(empty()));
        }
    }

    /** A byte now and then is not idle. A connection that has brought a whole request may rest as long as it likes. */
    @Test
    void aHeadThatComesByteByByteEndsWithItsConnection() throws IOException {
        try (Socket slow = new Socket("127.0.0.1", world.service().port());
                Socket good = new Socket("127.0.0.1", world.service().port())) {
            ask(good);
            Poll.until(HEAD_TIMEOUT.multipliedBy(3), () -> isClosedAfterOneByteMore(slow));

            ask(good);
        }
    }

    private static void ask(Socket connection) throws IOException {
        connection.setSoTimeout(5000);
        connection
                .getOutputStream()
                .write("GET /stock?limit=1 HTTP/1.1\r\nHost: payonce\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        byte[] answer = new byte[4096];
        int read = connection.getInputStream().read(answer);
        assertThat(new String(answer, 0, read, StandardCharsets.US_ASCII), startsWith("HTTP/1.1 200 OK"));
    }

    private static boolean isClosedAfterOneByteMore(Socket slow) {
        try {
            slow.getOutputStream().write('G');
            slow.setSoTimeout(100);
            return slow.getInputStream().read() == -1;
        } catch (SocketTimeoutException open) {
            return false;
        } catch (IOException reset) {
            return true;
        }
    }

    private static Response preflight(String origin) {
        return given().header("Origin", origin)
                .header("Access-Control-Request-Method", "POST")
                .header("Access-Control-Request-Headers", "authorization,idempotency-key")
                .options("/orders");
    }

    private static List<String> allowance(Response answer) {
        return answer.headers().getValues("Access-Control-Allow-Origin");
    }

    /** Of this machine, beyond the loopback: there may be none. */
    private static List<InetAddress> otherAddresses() throws IOException {
        return NetworkInterface.networkInterfaces()
                .flatMap(card -> card.getInterfaceAddresses().stream())
                .map(InterfaceAddress::getAddress)
                .filter(address -> !address.isLoopbackAddress() && !address.isLinkLocalAddress())
                .toList();
    }

    private static boolean accepts(InetAddress address, int port) {
        try (Socket socket = new Socket(address, port)) {
            return socket.isConnected();
        } catch (IOException refused) {
            return false;
        }
    }
}
