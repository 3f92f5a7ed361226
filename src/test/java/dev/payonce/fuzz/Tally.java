package dev.payonce.fuzz;

import dev.payonce.testsupport.ContractOperation;
import dev.payonce.testsupport.RawHttp.Answer;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What has been sent and answered, in numbers. */
final class Tally {

    private static final Pattern CODE = Pattern.compile("\"code\":\"([A-Z_]+)\"");

    private final Map<Integer, Integer> statuses = new TreeMap<>();
    private final Set<String> answers = new LinkedHashSet<>();
    private final Map<String, Integer> accepted = new LinkedHashMap<>();
    private int requests;
    private int hungUp;

    void add(FuzzRequest request, Answer answer) {
        requests++;
        statuses.merge(answer.status(), 1, Integer::sum);
        Matcher code = CODE.matcher(answer.text());
        answers.add(request.operation() + " " + answer.status() + (code.find() ? " " + code.group(1) : ""));
        if (answer.status() / 100 == 2 && request.twists().isEmpty()) {
            accepted.merge(request.operation().toString(), 1, Integer::sum);
        }
    }

    void hungUp() {
        requests++;
        hungUp++;
    }

    /** How often the operation took a request that was as it should be. */
    int accepted(ContractOperation operation) {
        return accepted.getOrDefault(operation.toString(), 0);
    }

    int requests() {
        return requests;
    }

    @Override
    public String toString() {
        return "  requests          " + requests + "\n  distinct answers  " + answers.size() + "\n  by status         "
                + statuses + "\n  hung up on        " + hungUp + " (what is no HTTP)";
    }
}
