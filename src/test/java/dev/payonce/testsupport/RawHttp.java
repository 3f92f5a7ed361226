package dev.payonce.testsupport;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * HTTP/1.1 byte by byte, for requests that no client library would send. One connection, kept as long as the service keeps
 * it.
 */
public final class RawHttp implements AutoCloseable {

    private static final int PATIENCE_MILLIS = 15_000;
    private static final int CONTINUE = 100;
    private static final int OK = 200;

    private final int port;
    private Socket socket;
    private InputStream in;

    public RawHttp(int port) {
        this.port = port;
    }

    /**
     * What came back.
     *
     * @param headers by name in lower case
     * @param body what was read of it: a stream of events is left alone
     */
    public record Answer(int status, Map<String, List<String>> headers, byte[] body) {

        public Optional<String> header(String name) {
            return Optional.ofNullable(headers.get(name.toLowerCase(Locale.ROOT)))
                    .map(values -> values.get(0));
        }

        public String text() {
            return new String(body, StandardCharsets.UTF_8);
        }

        public boolean isEventStream() {
            return status == OK
                    && header("Content-Type")
                            .filter(type -> type.startsWith("text/event-stream"))
                            .isPresent();
        }
    }

    /**
     * Sends the bytes as they are.
     *
     * @param method as the answer to HEAD has no body, whatever it says
     * @throws IOException where there is no answer, or none that can be read
     */
    public Answer send(String method, byte[] request) throws IOException {
        boolean fresh = socket == null;
        try {
            return exchange(method, request);
        } catch (IOException cut) {
            close();
            if (fresh || cut instanceof SocketTimeoutException) {
                throw cut;
            }
            // the service may have closed a connection that was kept for too long
            return exchange(method, request);
        }
    }

    private Answer exchange(String method, byte[] request) throws IOException {
        open();
        socket.getOutputStream().write(request);
        socket.getOutputStream().flush();
        Answer answer = read(method);
        if (answer.isEventStream()
                || answer.header("Connection").filter("close"::equalsIgnoreCase).isPresent()) {
            close();
        }
        return answer;
    }

    private void open() throws IOException {
        if (socket == null) {
            socket = new Socket("127.0.0.1", port);
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(PATIENCE_MILLIS);
            in = new BufferedInputStream(socket.getInputStream());
        }
    }

    private Answer read(String method) throws IOException {
        String[] status = line().split(" ", 3);
        if (status.length < 2 || !status[0].startsWith("HTTP/1.")) {
            throw new IOException("this is no HTTP: " + String.join(" ", status));
        }
        Answer head = new Answer(Integer.parseInt(status[1]), headers(), new byte[0]);
        if (head.status() == CONTINUE) {
            return read(method);
        }
        return head.isEventStream() || !hasBody(method, head.status())
                ? head
                : new Answer(head.status(), head.headers(), body(head));
    }

    private static boolean hasBody(String method, int status) {
        return !method.equals("HEAD") && status != 204 && status != 304;
    }

    private Map<String, List<String>> headers() throws IOException {
        Map<String, List<String>> headers = new TreeMap<>();
        for (String line = line(); !line.isEmpty(); line = line()) {
            int colon = line.indexOf(':');
            headers.computeIfAbsent(line.substring(0, colon).toLowerCase(Locale.ROOT), name -> new ArrayList<>())
                    .add(line.substring(colon + 1).strip());
        }
        return headers;
    }

    private byte[] body(Answer head) throws IOException {
        Optional<String> length = head.header("Content-Length");
        if (length.isPresent()) {
            return bytes(Integer.parseInt(length.get()));
        }
        if (head.header("Transfer-Encoding").filter("chunked"::equals).isPresent()) {
            return chunks();
        }
        byte[] all = in.readAllBytes();
        close();
        return all;
    }

    private byte[] chunks() throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (int size = Integer.parseInt(line(), 16); size > 0; size = Integer.parseInt(line(), 16)) {
            all.writeBytes(bytes(size));
            line();
        }
        line();
        return all.toByteArray();
    }

    private byte[] bytes(int count) throws IOException {
        byte[] bytes = in.readNBytes(count);
        if (bytes.length < count) {
            throw new EOFException("the answer was cut off");
        }
        return bytes;
    }

    private String line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int one = in.read(); one != '\n'; one = in.read()) {
            if (one < 0) {
                throw new EOFException("no answer");
            }
            if (one != '\r') {
                line.write(one);
            }
        }
        return line.toString(ISO_8859_1);
    }

    @Override
    public void close() {
        if (socket != null) {
            try {
                socket.close();
            } catch (IOException alreadyGone) {
                // nothing is left to be closed
            }
            socket = null;
        }
    }
}
