package dev.payonce.testsupport;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/** A port of this machine that nobody listens on. */
public final class FreePort {

    private FreePort() {}

    public static int any() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static int upTo(int highest) {
        int port = any();
        while (port > highest) {
            port = any();
        }
        return port;
    }
}
