package dev.payonce.hostile;

import static dev.payonce.web.ProblemCheck.isProblem;
import static io.restassured.RestAssured.given;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.greaterThanOrEqualTo;
import static org.hamcrest.Matchers.lessThan;

import dev.payonce.testsupport.Contract;
import dev.payonce.testsupport.ContractOperation;
import dev.payonce.testsupport.WithStores;
import dev.payonce.web.ProblemType;
import dev.payonce.web.Role;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.jwt.build.Jwt;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.math.BigInteger;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.PublicKey;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Bearer tokens that the issuer has not made, or not for now: nobody is signed in by one. */
@QuarkusTest
@WithStores
class JwtAttackTest {

    private static final String NOT_THERE = "ord_0P4X8KQ2V9TBM";
    private static final int HOUR = 3600;
    private static final Set<String> DOORS = Set.of(
            "GET /orders",
            "POST /pay",
            "GET /orders/{id}/events",
            "GET /payments",
            "PUT /stock/{sku}",
            "GET /console/figures");
    private static final KeyPair FOREIGN = JwtKeys.foreign();

    @TestHTTPResource("/orders")
    URI orders;

    record Attack(String name, String token) {

        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Attack> attacks() {
        Map<String, String> attacks = new LinkedHashMap<>();
        withoutSignature(attacks);
        withAnotherKey(attacks);
        ofAnotherTimeOrPlace(attacks);
        ofNobody(attacks);
        return attacks.entrySet().stream().map(one -> new Attack(one.getKey(), one.getValue()));
    }

    private static void withoutSignature(Map<String, String> attacks) {
        for (String none : List.of("none", "None", "NONE", "nOnE")) {
            attacks.put("alg " + none, mallory().header("alg", none).withSignature(new byte[0]));
        }
        String unsigned = mallory().header("alg", "none").withSignature(new byte[0]);
        attacks.put("two parts", unsigned.substring(0, unsigned.length() - 1));
        String good = mallory().signedBy(JwtKeys.issuers());
        attacks.put("signature cut off", good.substring(0, good.lastIndexOf('.') + 1));
        attacks.put("signature of another token", spliced(good, mallory().claim("jti", "2")));
        attacks.put("signature of zeros", mallory().withSignature(new byte[256]));
        attacks.put("ES256 by zeros", mallory().header("alg", "ES256").withSignature(new byte[64]));
    }

    private static void withAnotherKey(Map<String, String> attacks) {
        String pem = JwtKeys.publicPem();
        attacks.put("HS256 by the public key's text", byMac(pem.getBytes(UTF_8)));
        attacks.put("HS256 by the same without a line's end", byMac(pem.strip().getBytes(UTF_8)));
        attacks.put("HS256 by the public key's bytes", byMac(JwtKeys.der(pem)));
        attacks.put(
                "HS256 by nothing, its key a file of nothing",
                mallory()
                        .header("alg", "HS256")
                        .header("kid", "../../../../../../dev/null")
                        .authenticatedBy(new byte[32]));
        attacks.put("another key", mallory().signedBy(FOREIGN.getPrivate()));
        attacks.put("another key, sent along", mallory().header("jwk", jwk()).signedBy(FOREIGN.getPrivate()));
        for (String link : List.of("jku", "x5u")) {
            attacks.put(
                    "another key, to be fetched by " + link,
                    mallory().header(link, "http://127.0.0.1:1/keys").signedBy(FOREIGN.getPrivate()));
        }
        attacks.put("encrypted to the service, signed by nobody", encrypted());
    }

    private static void ofAnotherTimeOrPlace(Map<String, String> attacks) {
        long now = HandmadeJwt.now();
        attacks.put("expired", signed(mallory().claim("exp", now - HOUR)));
        attacks.put("expired long ago", signed(mallory().claim("exp", 1)));
        attacks.put("never expires", signed(mallory().without("exp")));
        attacks.put("expires some day", signed(mallory().claim("exp", "tomorrow")));
        attacks.put("not yet valid", signed(mallory().claim("nbf", now + HOUR)));
        attacks.put("another issuer", signed(mallory().claim("iss", "https://issuer.example")));
        attacks.put("an issuer whose name begins alike", signed(mallory().claim("iss", JwtKeys.issuer() + ".example")));
        attacks.put("no issuer", signed(mallory().without("iss")));
        attacks.put("two issuers", signed(mallory().claim("iss", new JsonArray(List.of(JwtKeys.issuer(), "x")))));
    }

    private static void ofNobody(Map<String, String> attacks) {
        attacks.put("no subject", signed(mallory().without("sub")));
        attacks.put(
                "no subject, but another name", signed(mallory().without("sub").claim("upn", "alice")));
        attacks.put("an empty subject", signed(mallory().claim("sub", "")));
        attacks.put("a blank subject", signed(mallory().claim("sub", " ")));
        attacks.put("a subject of two lines", signed(mallory().claim("sub", "alice\nbob")));
        attacks.put("a subject too long", signed(mallory().claim("sub", "a".repeat(256))));
        attacks.put("a subject that is a number", signed(mallory().claim("sub", 7)));
        attacks.put("a subject that is a list", signed(mallory().claim("sub", new JsonArray(List.of("alice")))));
        attacks.put("not JSON", "AAAA.BBBB.CCCC");
        attacks.put("five parts of nothing", "....");
        attacks.put("no token", "x");
    }

    /** Of all roles, so that no attack fails for want of one. */
    private static HandmadeJwt mallory() {
        return HandmadeJwt.of("mallory", Role.CUSTOMER, Role.MERCHANT, Role.OPERATOR);
    }

    private static String signed(HandmadeJwt token) {
        return token.signedBy(JwtKeys.issuers());
    }

    private static String byMac(byte[] key) {
        return mallory().header("alg", "HS256").authenticatedBy(key);
    }

    private static String spliced(String signed, HandmadeJwt other) {
        String unsigned = other.withSignature(new byte[0]);
        return unsigned + signed.substring(signed.lastIndexOf('.') + 1);
    }

    private static JsonObject jwk() {
        RSAPublicKey key = (RSAPublicKey) FOREIGN.getPublic();
        return new JsonObject()
                .put("kty", "RSA")
                .put("n", base64(key.getModulus()))
                .put("e", "AQAB");
    }

    private static String base64(BigInteger number) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(number.toByteArray());
    }

    private static String encrypted() {
        try {
            PublicKey key = KeyFactory.getInstance("RSA")
                    .generatePublic(new X509EncodedKeySpec(JwtKeys.der(JwtKeys.publicPem())));
            return Jwt.subject("mallory")
                    .issuer(JwtKeys.issuer())
                    .groups(Role.OPERATOR)
                    .jwe()
                    .encrypt(key);
        } catch (java.security.GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** One of each kind: blocking, reactive, a stream; some that never ask who it is; all others are in {@link RoleMatrixTest}. */
    static Stream<ContractOperation> doors() {
        return Contract.operations().stream().filter(operation -> DOORS.contains(operation.toString()));
    }

    @ParameterizedTest
    @MethodSource("attacks")
    void nobodyIsSignedInByIt(Attack attack) {
        doors().forEach(operation -> {
            String path = operation.at(NOT_THERE);

            var answer = given().auth()
                    .oauth2(attack.token())
                    .contentType("application/json")
                    .body("{}")
                    .request(operation.method(), path);

            isProblem(answer, ProblemType.UNAUTHENTICATED, path);
        });
    }

    @Test
    void theSameTokenWithoutTheAttackSignsIn() {
        given().auth().oauth2(signed(mallory())).get("/orders").then().statusCode(200);
    }

    @Test
    void aRoleIsOneOfThoseInGroupsAndSpelledAsTheyAre() {
        HandmadeJwt elsewhere = HandmadeJwt.of("mallory")
                .claim("roles", new JsonArray(List.of(Role.OPERATOR)))
                .claim("realm_access", new JsonObject().put("roles", new JsonArray(List.of(Role.OPERATOR))))
                .claim("scope", Role.OPERATOR);

        for (HandmadeJwt token : List.of(
                elsewhere,
                HandmadeJwt.of("mallory", "Operator"),
                HandmadeJwt.of("mallory", "operator "),
                HandmadeJwt.of("mallory", "customer,operator"),
                HandmadeJwt.of("mallory").without("groups"))) {
            var answer = given().auth().oauth2(signed(token)).get("/payments");

            isProblem(answer, ProblemType.FORBIDDEN, "/payments");
        }
    }

    @Test
    void aTokenElsewhereThanInItsHeaderIsNone() {
        String good = signed(mallory());

        isProblem(given().queryParam("access_token", good).get("/orders"), ProblemType.UNAUTHENTICATED, "/orders");
        isProblem(given().cookie("Bearer", good).get("/orders"), ProblemType.UNAUTHENTICATED, "/orders");
        isProblem(
                given().header("Authorization", "Basic " + good).get("/orders"),
                ProblemType.UNAUTHENTICATED,
                "/orders");
    }

    /** Larger than any head may be: refused before it is read, and the next caller notices nothing. */
    @Test
    void aHugeTokenIsRefused() throws Exception {
        HttpClient http =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        String huge = signed(mallory().claim("x", "x".repeat(60_000)));

        HttpResponse<String> answer = http.send(
                HttpRequest.newBuilder(orders)
                        .header("Authorization", "Bearer " + huge)
                        .build(),
                HttpResponse.BodyHandlers.ofString());

        assertThat(answer.statusCode(), greaterThanOrEqualTo(400));
        assertThat(answer.statusCode(), lessThan(500));
        given().auth().oauth2(signed(mallory())).get("/orders").then().statusCode(200);
        given().auth()
                .oauth2(signed(mallory().claim("x", "x".repeat(4_000))))
                .get("/orders")
                .then()
                .statusCode(200);
    }
}
