package dev.payonce.testsupport;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;

/** A client of Server-Sent Events: keeps what has come so far. */
public final class EventStream implements AutoCloseable {

    /** One event as it came; null where a field was not sent. */
    public record Event(String id, String type, String data) {}

    private final List<Event> events = new CopyOnWriteArrayList<>();
    private final List<String> unknown = new CopyOnWriteArrayList<>();
    private final List<String> comments = new CopyOnWriteArrayList<>();
    private final CompletableFuture<Void> end = new CompletableFuture<>();
    private volatile Flow.Subscription lines;
    private volatile String retry;
    private volatile int status;
    private volatile HttpHeaders headers;

    private EventStream(HttpClient http, HttpRequest request) {
        CompletableFuture<Void> head = new CompletableFuture<>();
        http.sendAsync(request, answered -> {
            status = answered.statusCode();
            headers = answered.headers();
            head.complete(null);
            return HttpResponse.BodySubscribers.fromLineSubscriber(new Lines());
        });
        head.orTimeout(10, TimeUnit.SECONDS).join();
    }

    /**
     * Returns when the head of the answer has come.
     *
     * @param bearer of whoever has signed in
     * @param lastEventId null for none
     */
    public static EventStream open(int port, String bearer, String order, String lastEventId) {
        return openAt("http://127.0.0.1:" + port + "/orders/" + order + "/events", bearer, lastEventId);
    }

    /** The same of any stream. */
    public static EventStream openAt(String address, String bearer, String lastEventId) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(address))
                .header("Authorization", "Bearer " + bearer)
                .header("Accept", "text/event-stream");
        if (lastEventId != null) {
            request.header("Last-Event-ID", lastEventId);
        }
        HttpClient http =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        return new EventStream(http, request.build());
    }

    public int status() {
        return status;
    }

    /** Null where the answer has no such header. */
    public String header(String name) {
        return headers.firstValue(name).orElse(null);
    }

    public List<Event> events() {
        return List.copyOf(events);
    }

    public List<String> types() {
        return events().stream().map(Event::type).toList();
    }

    public List<String> ids() {
        return events().stream().map(Event::id).toList();
    }

    public int comments() {
        return comments.size();
    }

    /** Lines that are not of the format. */
    public List<String> unknown() {
        return unknown;
    }

    public String retry() {
        return retry;
    }

    public boolean hasEnded() {
        return end.isDone();
    }

    /** As a client that goes away. */
    @Override
    public void close() {
        Poll.until(() -> lines != null);
        lines.cancel();
    }

    private final class Lines implements Flow.Subscriber<String> {

        private String id;
        private String type;
        private String data;

        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            lines = subscription;
            subscription.request(Long.MAX_VALUE);
        }

        @Override
        public void onNext(String line) {
            int colon = line.indexOf(':');
            String value = colon < 0 ? "" : line.substring(colon + 1).stripLeading();
            switch (colon < 0 ? line : line.substring(0, colon)) {
                case "id" -> id = value;
                case "event" -> type = value;
                case "data" -> data = data == null ? value : data + "\n" + value;
                case "retry" -> retry = value;
                case "" -> endOrComment(line);
                default -> unknown.add(line);
            }
        }

        private void endOrComment(String line) {
            if (line.startsWith(":")) {
                comments.add(line);
            } else if (data != null) {
                events.add(new Event(id, type, data));
                type = null;
                data = null;
            }
        }

        @Override
        public void onError(Throwable cut) {
            end.complete(null);
        }

        @Override
        public void onComplete() {
            end.complete(null);
        }
    }
}
