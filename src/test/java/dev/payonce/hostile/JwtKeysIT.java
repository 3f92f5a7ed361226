package dev.payonce.hostile;

import static io.restassured.RestAssured.given;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.payonce.faults.World;
import dev.payonce.testsupport.Poll;
import dev.payonce.web.Role;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.KeyPair;
import java.security.interfaces.RSAPublicKey;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The packaged service where an operator names audiences and an issuer with several keys, which takes one of them back. */
class JwtKeysIT {

    private static final String AUDIENCE = "payonce-test";

    private final KeyPair old = JwtKeys.foreign();
    private final KeyPair current = JwtKeys.foreign();
    private HttpServer issuer;
    private int port;
    private volatile Map<String, KeyPair> published = Map.of("old", old, "current", current);

    @BeforeEach
    void startTheIssuer() throws IOException {
        issuer = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 10);
        issuer.createContext("/keys", this::tell);
        issuer.start();
    }

    @AfterEach
    void stopTheIssuer() {
        issuer.stop(0);
    }

    @Test
    void aTokenIsForThisServiceAndSignedByAKeyThatIsStillGood() {
        try (World world = World.with(World.patient(Map.of(
                "mp.jwt.verify.publickey.location",
                "http://127.0.0.1:" + issuer.getAddress().getPort() + "/keys",
                "mp.jwt.verify.audiences",
                "payonce," + AUDIENCE)))) {
            port = world.service().port();
            String oldOne = token("old").signedBy(old.getPrivate());
            assertThat(orders(oldOne), is(200));
            assertThat(orders(token("current").signedBy(current.getPrivate())), is(200));
            assertThat(orders(token("current").signedBy(old.getPrivate())), is(401));
            assertThat(orders(token("unknown").signedBy(old.getPrivate())), is(401));
            assertThat(orders(token("old").signedBy(JwtKeys.issuers())), is(401));
            assertThat(orders(macOf("old", old)), is(401));
            assertThat(orders(token("old").claim("aud", "payonce-tes").signedBy(old.getPrivate())), is(401));
            assertThat(orders(token("old").without("aud").signedBy(old.getPrivate())), is(401));
            JsonArray several = new JsonArray(List.of("another", AUDIENCE));
            assertThat(orders(token("old").claim("aud", several).signedBy(old.getPrivate())), is(200));

            published = Map.of("current", current);

            Poll.until(() -> orders(oldOne) == 401);
            assertThat(orders(token("current").signedBy(current.getPrivate())), is(200));
        }
    }

    /** Good for a second: so long may the service go without asking again. */
    private void tell(HttpExchange exchange) throws IOException {
        JsonArray keys = new JsonArray();
        published.forEach((name, key) -> keys.add(jwk(name, (RSAPublicKey) key.getPublic())));
        byte[] set = new JsonObject().put("keys", keys).encode().getBytes(UTF_8);
        exchange.getResponseHeaders().set("Cache-Control", "max-age=1");
        exchange.sendResponseHeaders(200, set.length);
        exchange.getResponseBody().write(set);
        exchange.close();
    }

    private int orders(String bearer) {
        return given().port(port).auth().oauth2(bearer).get("/orders").statusCode();
    }

    private static HandmadeJwt token(String key) {
        return HandmadeJwt.of("alice", Role.CUSTOMER).header("kid", key).claim("aud", AUDIENCE);
    }

    private static String macOf(String name, KeyPair key) {
        return token(name)
                .header("alg", "HS256")
                .authenticatedBy(key.getPublic().getEncoded());
    }

    private static JsonObject jwk(String name, RSAPublicKey key) {
        return new JsonObject()
                .put("kty", "RSA")
                .put("use", "sig")
                .put("alg", "RS256")
                .put("kid", name)
                .put("n", base64(key.getModulus()))
                .put("e", base64(key.getPublicExponent()));
    }

    private static String base64(BigInteger number) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(number.toByteArray());
    }
}
