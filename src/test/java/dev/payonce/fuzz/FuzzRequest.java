package dev.payonce.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.payonce.testsupport.ContractOperation;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * A request before it is sent: {@link Things} are named, not yet chosen.
 *
 * @param operation what it was made for; a twist may have led it elsewhere
 * @param sender who signs it, or null
 * @param target path and query, as they stand in the first line
 * @param headers each {@code name: value}
 * @param body null for none
 * @param bytes what is done to the body's bytes before they are sent
 * @param version of HTTP in the first line
 * @param broken whether it is no HTTP any more: then a server may hang up
 * @param twists what was done to it
 */
record FuzzRequest(
        ContractOperation operation,
        String sender,
        String method,
        String target,
        List<String> headers,
        Json body,
        UnaryOperator<byte[]> bytes,
        String version,
        boolean broken,
        List<String> twists) {

    static FuzzRequest valid(
            ContractOperation operation, String sender, String target, List<String> headers, Json body) {
        return new FuzzRequest(
                operation,
                sender,
                operation.method(),
                target,
                headers,
                body,
                UnaryOperator.identity(),
                "HTTP/1.1",
                false,
                List.of());
    }

    byte[] bodyBytes(UnaryOperator<String> things) {
        return bytes.apply(
                body == null ? new byte[0] : things.apply(body.text()).getBytes(UTF_8));
    }

    FuzzRequest twisted(String name) {
        List<String> all = new ArrayList<>(twists);
        all.add(name);
        return new FuzzRequest(operation, sender, method, target, headers, body, bytes, version, broken, all);
    }

    FuzzRequest from(String other) {
        return new FuzzRequest(operation, other, method, target, headers, body, bytes, version, broken, twists);
    }

    FuzzRequest by(String other) {
        return new FuzzRequest(operation, sender, other, target, headers, body, bytes, version, broken, twists);
    }

    FuzzRequest to(String other) {
        return new FuzzRequest(operation, sender, method, other, headers, body, bytes, version, broken, twists);
    }

    FuzzRequest saying(Json other) {
        return new FuzzRequest(operation, sender, method, target, headers, other, bytes, version, broken, twists);
    }

    FuzzRequest inBytes(UnaryOperator<byte[]> other) {
        return new FuzzRequest(operation, sender, method, target, headers, body, other, version, broken, twists);
    }

    /** One header more; the same name may be there already. */
    FuzzRequest with(String header) {
        List<String> all = new ArrayList<>(headers);
        all.add(header);
        return new FuzzRequest(operation, sender, method, target, all, body, bytes, version, broken, twists);
    }

    FuzzRequest without(String name) {
        List<String> rest = headers.stream()
                .filter(header -> !header.regionMatches(true, 0, name + ":", 0, name.length() + 1))
                .toList();
        return new FuzzRequest(operation, sender, method, target, rest, body, bytes, version, broken, twists);
    }

    FuzzRequest instead(String name, String value) {
        return without(name).with(name + ": " + value);
    }

    FuzzRequest inVersion(String other) {
        return new FuzzRequest(operation, sender, method, target, headers, body, bytes, other, broken, twists);
    }

    FuzzRequest noHttp() {
        return new FuzzRequest(operation, sender, method, target, headers, body, bytes, version, true, twists);
    }

    boolean says(String header) {
        return headers.stream().anyMatch(one -> one.regionMatches(true, 0, header + ":", 0, header.length() + 1));
    }

    @Override
    public String toString() {
        return operation + " by " + sender + " " + twists;
    }
}
