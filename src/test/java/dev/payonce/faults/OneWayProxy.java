package dev.payonce.faults;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;

/**
 * A TCP proxy in front of a store. It can swallow what the store answers, while what it is told still arrives: from now on,
 * or from a commit on; it can let nothing through; and it can lead to another store.
 */
final class OneWayProxy implements AutoCloseable {

    private static final int BUFFER = 16_384;
    private static final Pattern COMMIT = Pattern.compile("(?i)\\x03commit");

    private final ServerSocket server;
    private volatile int target;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final Set<Socket> orphans = ConcurrentHashMap.newKeySet();
    private volatile boolean swallowing;
    private volatile boolean blocked;
    private volatile String fatalStatement;
    private volatile Pattern lastStatement;
    private final AtomicLong swallowed = new AtomicLong();
    private final AtomicInteger lostCommits = new AtomicInteger();

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
        swallowed.set(0);
        swallowing = true;
    }

    /** From the next commit on of a transaction that contains this statement: the commit arrives, and no answer does. */
    void swallowFromCommitAfter(String statement) {
        swallowed.set(0);
        lostCommits.set(0);
        fatalStatement = statement;
    }

    /** How many commits have lost their answer since: the proof that the moment was hit. */
    int lostCommits() {
        return lostCommits.get();
    }

    /** As a firewall does: nothing gets through, nothing is refused, and neither side learns that the other has gone. */
    void block() {
        blocked = true;
    }

    /** This statement still gets through, and then nothing more. */
    void blockAfter(Pattern statement) {
        lastStatement = statement;
    }

    boolean isBlocked() {
        return blocked;
    }

    /** As a failover does: what is open breaks, what comes next goes to the other store. */
    void leadTo(int otherPort) {
        target = otherPort;
        mend();
    }

    /** How many bytes of answers have been lost: the proof that the fault happened. */
    long swallowed() {
        return swallowed.get();
    }

    /** New connections work; the ones that lost something are closed, for nothing on them makes sense any more. */
    void mend() {
        swallowing = false;
        blocked = false;
        fatalStatement = null;
        lastStatement = null;
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
        boolean[] fatal = new boolean[1];
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                if (!answers) {
                    watch(new String(buffer, 0, read, StandardCharsets.ISO_8859_1), fatal);
                }
                if (answers && swallowing || blocked) {
                    swallowed.addAndGet(read);
                } else {
                    out.write(buffer, 0, read);
                }
                if (!answers) {
                    blockAfterTheLast(new String(buffer, 0, read, StandardCharsets.ISO_8859_1));
                }
            }
        } catch (IOException closed) {
            // either side has gone
        }
        end(from, to);
    }

    private void end(Socket gone, Socket other) {
        closeQuietly(gone);
        if (blocked) {
            orphans.add(other);
        } else {
            closeQuietly(other);
        }
        sockets.remove(gone);
        sockets.remove(other);
    }

    private void blockAfterTheLast(String told) {
        Pattern statement = lastStatement;
        if (statement != null && statement.matcher(told).find()) {
            blocked = true;
        }
    }

    /** @param fatal of one connection: whether its transaction contains the statement */
    private void watch(String told, boolean[] fatal) {
        String statement = fatalStatement;
        if (statement != null && told.contains(statement)) {
            fatal[0] = true;
        }
        if (fatal[0] && COMMIT.matcher(told).find()) {
            fatal[0] = false;
            lostCommits.incrementAndGet();
            swallowing = true;
        }
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
        orphans.forEach(OneWayProxy::closeQuietly);
    }
}
