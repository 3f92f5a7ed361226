package dev.payonce.fuzz;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;

/** What can be wrong with the head of a request: method, path, query, headers; and what is no HTTP at all. */
final class HeadTwists {

    private static final List<String> METHODS = List.of(
            "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "get", "Post", "FOO", "PROPFIND");

    private static final Map<String, List<String>> HEADERS = Map.ofEntries(
            Map.entry(
                    "Content-Type",
                    List.of(
                            "text/plain",
                            "application/xml",
                            "application/x-www-form-urlencoded",
                            "multipart/form-data; boundary=x",
                            "application/json; charset=utf-16",
                            "application/json; charset=nonsense",
                            "application/json;charset=\"utf-8\"",
                            "application/problem+json",
                            "APPLICATION/JSON",
                            "application/*",
                            "*/*",
                            "json",
                            "/",
                            ";",
                            "application/json;",
                            "application/json; =",
                            "application/json; charset",
                            "é/é",
                            "")),
            Map.entry(
                    "Accept",
                    List.of(
                            "image/png",
                            "text/html",
                            "*/*",
                            "application/*",
                            "x",
                            "",
                            "application/json;q=0",
                            "a/b;q=x",
                            ",",
                            ";",
                            "*/*;q=9")),
            Map.entry("Content-Encoding", List.of("gzip", "br", "identity", "x", "")),
            Map.entry("X-Request-Id", List.of("a b", "", "é", "x".repeat(5000), "ok-1", "a,b", "\"")),
            Map.entry(
                    "Idempotency-Key",
                    List.of(
                            "",
                            " ",
                            "\"",
                            "\"\"",
                            "\"a",
                            "a\"",
                            "é",
                            "x".repeat(255),
                            "x".repeat(256),
                            "a,b",
                            "fuzz",
                            "\"fuzz\"",
                            "\t")),
            Map.entry(
                    "If-Match",
                    List.of(
                            "",
                            "*",
                            "0",
                            "\"0\"",
                            "W/\"0\"",
                            "\"0\", \"1\"",
                            "\"",
                            "x",
                            "\"9999999999999999999\"",
                            ",",
                            "\"-1\"")),
            Map.entry("If-None-Match", List.of("*", "\"0\"", "\"", "", "x".repeat(3000))),
            Map.entry(
                    "Prefer",
                    List.of(
                            "respond-async",
                            "respond-async, wait=5",
                            "return=minimal",
                            "",
                            "\"",
                            ";;,=",
                            "x".repeat(3000))),
            Map.entry(
                    "Last-Event-ID",
                    List.of("", "0.0", "x", "-1", "9".repeat(40), "1.999999999999999999999", "é", "..")),
            Map.entry(
                    "Authorization",
                    List.of(
                            "",
                            "Bearer",
                            "Bearer ",
                            "Bearer x",
                            "Bearer a.b.c",
                            "bearer x",
                            "Basic YTpi",
                            "Bearer  x",
                            "é",
                            "Bearer " + "x".repeat(4000))),
            Map.entry("Accept-Language", List.of("zh", "x".repeat(300), "*", "", ",;q", "é")),
            Map.entry("Cookie", List.of("a=b", "=", "x".repeat(2000), "Bearer=x; lang=zh")),
            Map.entry("Range", List.of("bytes=0-0", "bytes=-1", "x")),
            Map.entry("Expect", List.of("100-continue")),
            Map.entry("Connection", List.of("close", "Upgrade", "x")),
            Map.entry("Upgrade", List.of("websocket", "h2c")),
            Map.entry("X-HTTP-Method-Override", List.of("DELETE", "GET")),
            Map.entry("X-Forwarded-For", List.of("127.0.0.1", "x", "é")),
            Map.entry("X-Forwarded-Prefix", List.of("/x")),
            Map.entry("X-Original-URL", List.of("/console/figures")),
            Map.entry("Origin", List.of("https://evil.example", "null")),
            Map.entry("Forwarded", List.of("for=x;host=evil.example")),
            Map.entry("webhook-timestamp", List.of("", "x", "0", "-1", "9".repeat(30), "1.5", "@now:0@")),
            Map.entry("webhook-signature", List.of("", "v1,", "v1,x", "v2,x", "x".repeat(3000), "é", "v1,é v1,")),
            Map.entry("webhook-id", List.of("", "x".repeat(3000), "é", ".")));

    private static final List<String> PATH_ENDS = List.of(
            "/",
            "//",
            "/.",
            "/..",
            "/x",
            ";x=1",
            ";",
            "%00",
            "%20",
            "%2F",
            "%",
            "%zz",
            "%ff",
            "%c0%af",
            ".json",
            "~",
            "'",
            "\"",
            "%0d%0aX:y",
            "é",
            "*",
            "/../../q/health",
            "\\");

    private static final List<String> PATH_STARTS =
            List.of("/", "/.", "/./.", "/x/..", "/%2e%2e", "//x", "/orders/..", "http://localhost", "/q/..");

    private static final List<String> LAST_PARTS = List.of(
            "x",
            "%00",
            "%20",
            "..",
            ".",
            "%2e%2e",
            "ord_0P4X8KQ2V9TBM",
            "ord_0p4x8kq2v9tbm",
            "pay_0P4X8KQ2V9TBM",
            "0",
            "-1",
            "ord_",
            "ord_ZZZZZZZZZZZZZ",
            "ord_7ZZZZZZZZZZZZ",
            "a".repeat(3000),
            "%F0%9F%92%A9",
            "%ED%A0%80",
            "*",
            "null",
            "ord_0P4X8KQ2V9TBM%00",
            "'or'1'='1");

    private static final List<String> QUERIES = List.of(
            "limit=0",
            "limit=1",
            "limit=100",
            "limit=101",
            "limit=-1",
            "limit=1.5",
            "limit=1e1",
            "limit=",
            "limit",
            "limit=%31",
            "limit=1&limit=2",
            "limit=%00",
            "limit=é",
            "limit=٣",
            "limit=9999999999999999999",
            "LIMIT=1",
            "limit[]=1",
            "limit=1;limit=2",
            "limit=+1",
            "limit=%zz",
            "after=",
            "after=x",
            "after=%00",
            "after=ord_0P4X8KQ2V9TBM",
            "after=pay_ZZZZZZZZZZZZZ",
            "after=9999999999999999999",
            "after=-1",
            "after=" + "a".repeat(3000),
            "after=%ff",
            "after=a&after=b",
            "after=0.0",
            "status=",
            "status=paid",
            "status=PAID",
            "status=UNRECOGNIZED",
            "status=PAID&status=PAID",
            "status=null",
            "status=%27",
            "customerId=",
            "customerId=alice",
            "customerId=" + "a".repeat(256),
            "customerId=%00",
            "customerId=%25",
            "customerId=%F0%9F%92%A9",
            "customerId=%ED%A0%80",
            "endpoint=x",
            "endpoint=",
            "reference=",
            "reference=%00",
            "orderId=",
            "orderId=x",
            "x=1",
            "&&&",
            "=",
            "?",
            "%",
            "a=%",
            "_method=DELETE",
            "access_token=x",
            "x=" + "a".repeat(3000),
            "#x",
            "lang=zh",
            "lang=x");

    private HeadTwists() {}

    static Arbitrary<Twist> any() {
        return Arbitraries.oneOf(List.of(header(), header(), twice(), method(), path(), query(), query(), sender()));
    }

    private static Arbitrary<Twist> header() {
        return lines().map(line -> Twist.of(
                "header",
                line.getKey() + ": " + line.getValue(),
                request -> request.instead(line.getKey(), line.getValue())));
    }

    /** The same name again: proxies and servers do not agree on what that means. */
    private static Arbitrary<Twist> twice() {
        return lines().map(line -> Twist.of(
                "header",
                "once more " + line.getKey(),
                request -> request.with(line.getKey() + ": " + line.getValue())));
    }

    private static Arbitrary<Map.Entry<String, String>> lines() {
        return Arbitraries.of(HEADERS.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .flatMap(header -> header.getValue().stream().map(value -> Map.entry(header.getKey(), value)))
                .toList());
    }

    private static Arbitrary<Twist> method() {
        return Arbitraries.of(METHODS).map(method -> Twist.of("method", method, request -> request.by(method)));
    }

    private static Arbitrary<Twist> path() {
        return Arbitraries.oneOf(
                Arbitraries.of(PATH_ENDS)
                        .map(end -> Twist.of("path", "ends in " + end, request -> onPath(request, path -> path + end))),
                Arbitraries.of(PATH_STARTS)
                        .map(start -> Twist.of(
                                "path", "begins with " + start, request -> onPath(request, path -> start + path))),
                Arbitraries.of(LAST_PARTS)
                        .map(part -> Twist.of(
                                "path", "a part is " + part, request -> onPath(request, path -> partOf(path, part)))),
                Arbitraries.of(
                        Twist.of(
                                "path",
                                "in capitals",
                                request -> onPath(request, path -> path.toUpperCase(Locale.ROOT))),
                        Twist.of("path", "double slashes", request -> onPath(request, path -> path.replace("/", "//"))),
                        Twist.of("path", "encoded", request -> onPath(request, HeadTwists::encoded)),
                        Twist.of("path", "is *", request -> request.to("*"))));
    }

    private static FuzzRequest onPath(FuzzRequest request, java.util.function.UnaryOperator<String> change) {
        int query = request.target().indexOf('?');
        String path = query < 0 ? request.target() : request.target().substring(0, query);
        String rest = query < 0 ? "" : request.target().substring(query);
        return request.to(change.apply(path) + rest);
    }

    /** The id, where there is one. */
    private static String partOf(String path, String other) {
        return path.contains("@")
                ? path.replaceFirst("@[^/]*@", other.replace("$", ""))
                : path.replaceFirst("[^/]*$", other);
    }

    private static String encoded(String path) {
        return path.length() < 3 || path.charAt(1) == '@'
                ? path
                : "/%%%02X".formatted((int) path.charAt(1)) + path.substring(2);
    }

    private static Arbitrary<Twist> query() {
        return Arbitraries.of(QUERIES)
                .map(query -> Twist.of(
                        "query",
                        query,
                        request ->
                                request.to(request.target() + (request.target().contains("?") ? "&" : "?") + query)));
    }

    private static Arbitrary<Twist> sender() {
        return Arbitraries.of(Senders.ALL)
                .injectNull(0.3)
                .map(sender -> Twist.of("sender", String.valueOf(sender), request -> request.from(sender)));
    }

    /** Nobody's request: refused by hanging up, or by a status without a word. */
    static Arbitrary<Twist> noHttp() {
        Stream<Twist> headers = Stream.of(
                        "no colon",
                        ": no name",
                        "Content-Length: -1",
                        "Content-Length: x",
                        "Content-Length: 99999999999999999999",
                        "Content-Length: 3\r\nContent-Length: 4",
                        "Content-Length: 3\r\nTransfer-Encoding: chunked",
                        "Transfer-Encoding: xchunked",
                        "Transfer-Encoding: gzip, chunked",
                        "a b: c",
                        "X: a\r\n folded",
                        "X: a\rb",
                        "X: \u0000",
                        "Host: other",
                        "X: " + "x".repeat(20_000))
                .map(line -> Twist.of(
                        "http",
                        line,
                        request -> waitsForBody(request, line)
                                ? request
                                : request.with(line).noHttp()));
        Stream<Twist> versions = Stream.of("HTTP/1.0", "HTTP/2.0", "HTTP/9.9", "HTTP/1.1 x", "", "ICY/1.0")
                .map(version -> Twist.of(
                        "http", version, request -> request.inVersion(version).noHttp()));
        Stream<Twist> targets = Stream.of("/ x", "/" + "x".repeat(10_000), "", "x", "\u0000", "/é")
                .map(target -> Twist.of("http", "target " + target, request -> request.to(target)
                        .noHttp()));
        return Arbitraries.of(
                Stream.of(headers, versions, targets).flatMap(each -> each).toList());
    }

    /** A body that is told and never comes is waited for: that is tested elsewhere. */
    private static boolean waitsForBody(FuzzRequest request, String line) {
        return request.body() == null && (line.contains("Content-Length: 3") || line.contains("Transfer-Encoding"));
    }
}
