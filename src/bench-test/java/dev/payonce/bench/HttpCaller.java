package dev.payonce.bench;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.util.Arrays;

/**
 * One caller's connection, kept open: as little HTTP/1.1 as it takes, since a load generator that thinks takes the core
 * from what it measures.
 */
final class HttpCaller implements AutoCloseable {

    private static final int TIMEOUT_MILLIS = 20_000;
    private static final byte[] LENGTH = "\r\ncontent-length: ".getBytes(ISO_8859_1);

    private final Socket socket;
    private final InputStream in;
    private final String head;
    private byte[] buffer = new byte[16 * 1024];
    private int status;

    /** @param bearer null for a caller who does not sign in */
    HttpCaller(int port, String bearer) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(TIMEOUT_MILLIS);
        in = socket.getInputStream();
        head = " HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
                + (bearer == null ? "" : "Authorization: Bearer " + bearer + "\r\n");
    }

    /** @return the answer's body */
    String post(String path, String body) throws IOException {
        send(path, "", body);
        return receive();
    }

    /** @param headers each ended by CRLF */
    void send(String path, String headers, String body) throws IOException {
        byte[] bytes = body.getBytes(UTF_8);
        byte[] start = ("POST " + path + head + headers + "Content-Length: " + bytes.length + "\r\n\r\n")
                .getBytes(ISO_8859_1);
        byte[] request = Arrays.copyOf(start, start.length + bytes.length);
        System.arraycopy(bytes, 0, request, start.length, bytes.length);
        socket.getOutputStream().write(request);
    }

    String receive() throws IOException {
        int filled = 0;
        int body = -1;
        while (body < 0) {
            filled = read(filled);
            body = endOfHead(filled);
        }
        status = (buffer[9] - '0') * 100 + (buffer[10] - '0') * 10 + buffer[11] - '0';
        int end = body + length(body);
        while (filled < end) {
            filled = read(filled);
        }
        return new String(buffer, body, end - body, UTF_8);
    }

    /** Of the last answer. */
    int status() {
        return status;
    }

    private int read(int filled) throws IOException {
        if (filled == buffer.length) {
            buffer = Arrays.copyOf(buffer, 2 * buffer.length);
        }
        int more = in.read(buffer, filled, buffer.length - filled);
        if (more < 0) {
            throw new EOFException("the service closed the connection");
        }
        return filled + more;
    }

    private int endOfHead(int filled) {
        for (int i = 3; i < filled; i++) {
            if (buffer[i] == '\n' && buffer[i - 2] == '\n') {
                return i + 1;
            }
        }
        return -1;
    }

    private int length(int headEnd) {
        for (int at = 0; at + LENGTH.length < headEnd; at++) {
            if (isLengthAt(at)) {
                return number(at + LENGTH.length);
            }
        }
        return 0;
    }

    private boolean isLengthAt(int at) {
        for (int i = 0; i < LENGTH.length; i++) {
            int letter = buffer[at + i];
            if ((letter >= 'A' && letter <= 'Z' ? letter + 32 : letter) != LENGTH[i]) {
                return false;
            }
        }
        return true;
    }

    private int number(int at) {
        int number = 0;
        for (int i = at; buffer[i] >= '0' && buffer[i] <= '9'; i++) {
            number = 10 * number + buffer[i] - '0';
        }
        return number;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
