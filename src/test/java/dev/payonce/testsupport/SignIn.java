package dev.payonce.testsupport;

import static io.restassured.RestAssured.given;

import dev.payonce.web.Role;
import io.restassured.http.ContentType;
import io.restassured.specification.RequestSpecification;
import io.smallrye.jwt.build.Jwt;
import java.time.Duration;
import java.util.Set;
import java.util.UUID;

/** Bearer tokens of people with roles, signed with the key that the application under test trusts. */
public final class SignIn {

    private static final Duration LONGER_THAN_ANY_TEST = Duration.ofHours(1);

    private SignIn() {}

    /** A request with JSON on its way from this customer. */
    public static RequestSpecification asCustomer(String subject) {
        return as(subject, Role.CUSTOMER);
    }

    public static RequestSpecification asMerchant() {
        return as("shop", Role.MERCHANT);
    }

    public static RequestSpecification asOperator() {
        return as("ops", Role.OPERATOR);
    }

    public static RequestSpecification as(String subject, String... roles) {
        return given().auth().oauth2(token(subject, roles)).contentType(ContentType.JSON);
    }

    /** A subject that no other test has used. */
    public static String someone() {
        return "u-" + UUID.randomUUID();
    }

    public static String token(String subject, String... roles) {
        return Jwt.subject(subject)
                .issuer(Stores.settings().get("mp.jwt.verify.issuer"))
                .groups(Set.of(roles))
                .expiresIn(LONGER_THAN_ANY_TEST)
                .sign(Stores.settings().get("smallrye.jwt.sign.key.location"));
    }
}
