package dev.payonce.gateway;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.List;
import java.util.Optional;
import java.util.stream.StreamSupport;

/**
 * What an answer of the gateway says, whether about a charge or a refund: what is not exactly as agreed is unknown.
 *
 * @param id the gateway's own id of what it did; null when it gave none
 * @param code of a decline or refusal, or why it is unknown
 */
record Reading(Kind kind, String id, String code) {

    /** Not an entry of the protocol. */
    static final String NOT_UNDERSTOOD = "answer_not_understood";

    /** The gateway has booked something else than it was asked for. */
    static final String MISMATCH = "gateway_mismatch";

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
        Entry entry = Entry.of(parse(json, answer.body()));
        if (answer.succeeded()) {
            return done(entry, expected);
        }
        if (answer.status() == 402 && expected.isDeclineOf(entry)) {
            return declined(entry);
        }
        if (answer.status() != 402 && answer.refuses() && entry.code() != null) {
            return new Reading(Kind.REFUSED, null, entry.code());
        }
        return unknown("http_" + answer.status());
    }

    /** One entry of a look-up's list: what the gateway has in its books, not what one call may have got. */
    static Reading ofListed(Entry entry, Expected expected) {
        if (expected.isDeclineOf(entry)) {
            return declined(entry);
        }
        Reading done = done(entry, expected);
        return done.kind == Kind.UNKNOWN && expected.isDone(entry) && expected.isOurs(entry) ? unknown(MISMATCH) : done;
    }

    /** The entries of a look-up; empty where it was not answered with a list. */
    static Optional<List<Entry>> list(ObjectMapper json, GatewayAnswer answer, String name) {
        return Optional.of(answer)
                .filter(GatewayAnswer::succeeded)
                .map(list -> parse(json, list.body()).path(name))
                .filter(JsonNode::isArray)
                .map(entries -> StreamSupport.stream(entries.spliterator(), false)
                        .map(Entry::of)
                        .toList());
    }

    private static Reading done(Entry entry, Expected expected) {
        if (!expected.isDone(entry) || entry.id() == null) {
            return unknown(NOT_UNDERSTOOD);
        }
        return expected.isAsAsked(entry) ? new Reading(Kind.DONE, entry.id(), null) : unknown("answer_mismatch");
    }

    private static Reading declined(Entry entry) {
        return new Reading(Kind.DECLINED, entry.id(), entry.code());
    }

    private static Reading unknown(String why) {
        return new Reading(Kind.UNKNOWN, null, why);
    }

    private static JsonNode parse(ObjectMapper json, String body) {
        try {
            return json.readTree(body);
        } catch (JsonProcessingException notJson) {
            return MissingNode.getInstance();
        }
    }
}
