package dev.payonce.embedded;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Starting and ending processes as the system wants it. */
final class EmbeddedProcess {

    /** A clean stop writes out what is in memory; after this the store is killed and recovers at its next start. */
    private static final Duration STOP_LIMIT = Duration.ofSeconds(10);

    private static final int POLL_MILLIS = 30;
    private static final Path SETSID = Path.of("/usr/bin/setsid");

    private EmbeddedProcess() {}

    /** A session of its own keeps a terminal's Ctrl-C away: the service stops first, then its stores. */
    static List<String> ownSession(List<String> command) {
        if (!Files.isExecutable(SETSID)) {
            return command;
        }
        var wrapped = new ArrayList<String>(List.of(SETSID.toString()));
        wrapped.addAll(command);
        return wrapped;
    }

    /** Waits a moment. */
    static boolean hasEndedMeanwhile(Process started) {
        try {
            return started.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new EmbeddedStoreException("Interrupted while a store was starting.", e);
        }
    }

    /** Returns when the process is gone, or cannot be helped. */
    static void end(ProcessHandle handle) {
        handle.destroy();
        if (!isGone(handle)) {
            handle.destroyForcibly();
            isGone(handle);
        }
    }

    private static boolean isGone(ProcessHandle handle) {
        long deadline = System.nanoTime() + STOP_LIMIT.toNanos();
        while (holdsAnything(handle)) {
            if (System.nanoTime() > deadline || !waitShortly(handle)) {
                return false;
            }
        }
        return true;
    }

    /** A dead process that its parent has not asked about yet (in containers, perhaps never) has no program any more. */
    private static boolean holdsAnything(ProcessHandle handle) {
        return handle.isAlive() && handle.info().command().isPresent();
    }

    private static boolean waitShortly(ProcessHandle handle) {
        try {
            handle.onExit().get(POLL_MILLIS, TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException e) {
            return true;
        } catch (ExecutionException e) {
            throw new EmbeddedStoreException("Cannot wait for process %d.".formatted(handle.pid()), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
