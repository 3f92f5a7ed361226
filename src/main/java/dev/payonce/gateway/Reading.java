package dev.payonce.gateway;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.payonce.value.Money;

/**
 * What an answer of the gateway says, whether about a charge or a refund: what is not exactly as agreed is unknown.
 *
 * @param id the gateway's own id of what it did; null when it gave none
 * @param code of a decline or refusal, or why it is unknown
 */
record Reading(Kind kind, String id, String code) {

    /** As wide as the columns that keep them. */
    private static final int MAX_ID = 255;

    private static final int MAX_CODE = 64;

    /** Not an entry of the protocol. */
    static final String NOT_UNDERSTOOD = "answer_not_understood";

    /** The gateway has booked something else than it was asked for. */
    static final String MISMATCH = "gateway_mismatch";

    Reading {
        code = fit(code);
    }

    /** A code is kept as far as there is room for it. */
    static String fit(String code) {
        return code == null || code.length() <= MAX_CODE ? code : code.substring(0, MAX_CODE);
    }

    /** Null where amount and currency are no money. */
    static Money money(JsonNode entry) {
        JsonNode amount = entry.path("amount");
        try {
            return amount.isIntegralNumber() && amount.canConvertToLong()
                    ? new Money(amount.longValue(), text(entry, "currency"))
                    : null;
        } catch (IllegalArgumentException notMoney) {
            return null;
        }
    }

    /** The closed list of readings. */
    enum Kind {
        DONE,
        DECLINED,
        REFUSED,
        UNREACHED,
        UNKNOWN
    }

    static Reading of(ObjectMapper json, GatewayAnswer answer, Expected expected) {
        if (answer.wasNeverSent()) {
            return new Reading(Kind.UNREACHED, null, answer.fault());
        }
        if (answer.fault() != null) {
            return unknown(answer.fault());
        }
        JsonNode body = parse(json, answer.body());
        if (answer.succeeded()) {
            return done(body, expected);
        }
        if (answer.status() == 402 && expected.isDeclineOf(body)) {
            return declined(body);
        }
        if (answer.status() != 402 && answer.refuses() && text(body, "code") != null) {
            return new Reading(Kind.REFUSED, null, text(body, "code"));
        }
        return unknown("http_" + answer.status());
    }

    /** One entry of a look-up's list: what the gateway has in its books, not what one call may have got. */
    static Reading ofEntry(JsonNode entry, Expected expected) {
        if (expected.isDeclineOf(entry)) {
            return declined(entry);
        }
        Reading done = done(entry, expected);
        return done.kind == Kind.UNKNOWN && expected.isDone(entry) && expected.isOurs(entry) ? unknown(MISMATCH) : done;
    }

    /** The entries of a look-up; no array where it was not answered with one. */
    static JsonNode list(ObjectMapper json, GatewayAnswer answer, String name) {
        return answer.succeeded() ? parse(json, answer.body()).path(name) : MissingNode.getInstance();
    }

    private static Reading done(JsonNode body, Expected expected) {
        if (!expected.isDone(body) || !isId(text(body, "id"))) {
            return unknown(NOT_UNDERSTOOD);
        }
        return expected.isAsAsked(body) ? new Reading(Kind.DONE, text(body, "id"), null) : unknown("answer_mismatch");
    }

    static boolean isId(String text) {
        return text != null && !text.isEmpty() && text.length() <= MAX_ID;
    }

    private static Reading declined(JsonNode body) {
        String id = text(body, "id");
        return new Reading(Kind.DECLINED, isId(id) ? id : null, text(body, "code"));
    }

    private static Reading unknown(String why) {
        return new Reading(Kind.UNKNOWN, null, why);
    }

    /** Null where there is no such text. */
    static String text(JsonNode body, String field) {
        return body.path(field).textValue();
    }

    private static JsonNode parse(ObjectMapper json, String body) {
        try {
            return json.readTree(body);
        } catch (JsonProcessingException notJson) {
            return MissingNode.getInstance();
        }
    }
}
