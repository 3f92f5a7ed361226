package dev.payonce.faults;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A TCP proxy in front of a store that can swallow what the store answers, while what it is told still arrives. */
final class OneWayProxy implements AutoCloseable {

    private static final int BUFFER = 16_384;

    private final ServerSocket server;
    private final int target;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private volatile boolean swallowing;
    private volatile long swallowed;

    OneWayProxy(int target) {
        this.target = target;
        try {
            this.server = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        daemon(this::accept);
    }

    int port() {
        return server.getLocalPort();
    }

    /** From now on answers are lost, although the connections stay open. */
    void swallowAnswers() {
        swallowed = 0;
        swallowing = true;
    }

    /** How many bytes of answers have been lost: the proof that the fault happened. */
    long swallowed() {
        return swallowed;
    }

    /** New connections work; the ones that lost something are closed, for nothing on them makes sense any more. */
    void mend() {
        swallowing = false;
        sockets.forEach(OneWayProxy::closeQuietly);
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket client = server.accept();
                Socket store = new Socket(InetAddress.getLoopbackAddress(), target);
                sockets.add(client);
                sockets.add(store);
                daemon(() -> pump(client, store, false));
                daemon(() -> pump(store, client, true));
            } catch (IOException closedOrRefused) {
                // the client sees a connection that closes, as it would without a proxy
            }
        }
    }

    private void pump(Socket from, Socket to, boolean answers) {
        byte[] buffer = new byte[BUFFER];
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                if (answers && swallowing) {
                    swallowed += read;
                } else {
                    out.write(buffer, 0, read);
                }
            }
        } catch (IOException closed) {
            // either side has gone: both are closed
        }
        sockets.remove(from);
        sockets.remove(to);
    }

    private static void daemon(Runnable work) {
        Thread thread = new Thread(work, "one-way proxy");
        thread.setDaemon(true);
        thread.start();
    }

    private static void closeQuietly(Socket socket) {
        try {
            socket.close();
        } catch (IOException gone) {
            // that is what was wanted
        }
    }

    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        mend();
    }
}
