package dev.payonce.web;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasKey;
import static org.hamcrest.Matchers.matchesPattern;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.notNullValue;

import dev.payonce.testsupport.Body;
import io.restassured.path.json.JsonPath;
import io.restassured.response.Response;
import io.vertx.core.json.JsonObject;

/** What holds for every error answer, whatever went wrong. */
public final class ProblemCheck {

    /** Names of classes, packages, tables and machines. */
    private static final String INSIDES =
            "(?s).*(Exception|java\\.|jakarta\\.|dev\\.payonce|com\\.fasterxml|hibernate|select |insert |127\\.0\\.0\\.1|\\tat ).*";

    private ProblemCheck() {}

    public static boolean tellsInsides(String text) {
        return text.matches(INSIDES);
    }

    public static JsonPath isProblem(Response answer, ProblemType type, String path) {
        String what = answer.statusLine() + " " + answer.asString();
        assertThat(what, answer.statusCode(), equalTo(type.status()));
        assertThat(what, answer.contentType(), equalTo(Problem.MEDIA_TYPE));
        JsonObject body = Body.of(answer);
        assertThat(what, body.getString("code"), equalTo(type.name()));
        assertThat(what, body.getString("type"), equalTo("/problems/" + type));
        assertThat(what, body.getString("title"), equalTo(type.title()));
        assertThat(what, body.getInteger("status"), equalTo(type.status()));
        assertThat(what, body.getString("detail"), notNullValue());
        assertThat(what, body.getString("instance"), equalTo(path));
        assertThat(what, body.getString("requestId"), equalTo(answer.header("X-Request-Id")));
        assertThat(what, body.getBoolean("retryable"), equalTo(type.retryable()));
        assertThat(what, body.getMap(), type.status() == 400 ? hasKey("violations") : not(hasKey("violations")));
        assertThat(answer.asString(), not(matchesPattern(INSIDES)));
        if (type.retryable() && type != ProblemType.INTERNAL) {
            assertThat(what, answer.header("Retry-After"), matchesPattern("[1-9][0-9]*"));
        }
        if (type.status() == 401) {
            assertThat(what, answer.header("WWW-Authenticate"), containsString("Bearer"));
        }
        return answer.jsonPath();
    }
}
