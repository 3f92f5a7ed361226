package dev.payonce.testsupport;

import io.restassured.response.Response;
import io.vertx.core.json.JsonObject;
import io.vertx.core.json.jackson.JacksonCodec;

/** The JSON of answers. REST-assured's paths are Groovy, each compiled anew: a fifth of what all tests cost. */
public final class Body {

    private Body() {}

    /** An object's, read without the service's strict mapper, which refuses nulls. */
    public static JsonObject of(Response answer) {
        return parse(answer.asString());
    }

    static JsonObject parse(String json) {
        return (JsonObject) new JacksonCodec().fromString(json, Object.class);
    }
}
