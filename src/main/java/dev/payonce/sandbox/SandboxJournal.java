package dev.payonce.sandbox;

import io.quarkus.logging.Log;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.Consumer;

/**
 * An append-only file of JSON lines. A line is with the operating system before {@link #append} returns, so it survives
 * the death of the process, though not of the machine: syncing each line would hold up the event loop.
 */
final class SandboxJournal implements Closeable {

    private final Path file;
    private final FileChannel channel;
    private long length;

    private SandboxJournal(Path file, FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    /** Opens or creates the file, and hands every line already in it to {@code reader}. */
    static SandboxJournal open(Path file, Consumer<JsonObject> reader) {
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            FileChannel channel = FileChannel.open(
                    file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
            SandboxJournal journal = new SandboxJournal(file, channel);
            try {
                journal.lock();
                journal.replay(reader);
            } catch (IllegalStateException unusable) {
                channel.close();
                throw unusable;
            }
            return journal;
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "The sandbox ledger " + file + " (payonce.sandbox.ledger) cannot be opened", e);
        }
    }

    /** Two gateways on one file would each miss what the other has charged. */
    private void lock() throws IOException {
        boolean ours;
        try {
            ours = channel.tryLock() != null;
        } catch (OverlappingFileLockException heldInThisProcess) {
            ours = false;
        }
        if (!ours) {
            throw new IllegalStateException("The sandbox ledger " + file
                    + " is in use by another gateway: stop that one, or set payonce.sandbox.ledger to another file");
        }
    }

    private void replay(Consumer<JsonObject> reader) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        int start = 0;
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] == '\n') {
                Buffer line = Buffer.buffer().appendBytes(bytes, start, i - start);
                reader.accept(SandboxJson.parse(line).orElseThrow(this::notALine));
                start = i + 1;
            }
        }
        length = start;
        if (start < bytes.length) {
            // its answer never went out: an answer waits for the whole line
            Log.warnf("The last line of the sandbox ledger %s is torn and is ignored", file);
            channel.truncate(length);
        }
    }

    private IllegalStateException notALine() {
        return new IllegalStateException("The sandbox ledger " + file + " (payonce.sandbox.ledger) has a broken line");
    }

    synchronized void append(JsonObject line) {
        ByteBuffer bytes = ByteBuffer.wrap((SandboxJson.text(line) + "\n").getBytes(StandardCharsets.UTF_8));
        int size = bytes.remaining();
        try {
            channel.position(length);
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            length += size;
        } catch (IOException e) {
            throw new UncheckedIOException("The sandbox ledger " + file + " cannot be written", e);
        }
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
