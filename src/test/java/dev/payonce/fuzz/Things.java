package dev.payonce.fuzz;

import dev.payonce.testsupport.RawHttp.Answer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What there is to be asked for: ids and tokens, picked out of the answers so far. The newest are asked for most. */
final class Things {

    private static final int KEPT = 20;

    private static final Pattern NAMED = Pattern.compile("@([a-z]+):(\\d+)@");
    private static final Pattern ID =
            Pattern.compile("\"((ord|pay|ref|whe|whd|dl)_[0-9A-Z]{13}|(ch)_[0-9A-Za-z_-]+)\"");
    private static final Pattern TOKEN = Pattern.compile("\"token\":\"(pt_[^\"]+)\"");
    private static final Pattern NEXT = Pattern.compile("\"next\":\"([^\"]+)\"");

    private final Map<String, List<String>> known = new HashMap<>();

    /** @param sender whose tokens are meant */
    UnaryOperator<String> of(String sender) {
        return text -> NAMED.matcher(text)
                .replaceAll(named ->
                        Matcher.quoteReplacement(thing(named.group(1), Integer.parseInt(named.group(2)), sender)));
    }

    private String thing(String kind, int number, String sender) {
        return switch (kind) {
            case "key" -> UUID.randomUUID().toString();
            case "now" -> Long.toString(Instant.now().getEpochSecond());
            case "token" -> pick("token " + sender, number, "pt_none");
            default -> pick(kind, number, kind + "_0P4X8KQ2V9TBM");
        };
    }

    /** Now and then one that is not there. */
    private String pick(String kind, int number, String absent) {
        List<String> all = known.getOrDefault(kind, List.of());
        return all.isEmpty() || number % 11 == 10 ? absent : all.get(number % all.size());
    }

    void learn(FuzzRequest request, Answer answer) {
        if (answer.status() / 100 != 2) {
            return;
        }
        String text = answer.text();
        ID.matcher(text)
                .results()
                .forEach(id -> remember(id.group(2) == null ? id.group(3) : id.group(2), id.group(1)));
        NEXT.matcher(text).results().forEach(next -> remember("next", next.group(1)));
        TOKEN.matcher(text).results().forEach(token -> remember("token " + request.sender(), token.group(1)));
    }

    void remember(String kind, String thing) {
        List<String> all = known.computeIfAbsent(kind, none -> new ArrayList<>());
        all.remove(thing);
        all.add(0, thing);
        if (all.size() > KEPT) {
            all.remove(KEPT);
        }
    }
}
