package dev.payonce.sandbox;

import com.github.f4b6a3.tsid.TsidCreator;
import io.vertx.core.json.JsonObject;
import java.io.Closeable;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What the gateway was asked and what it did, in memory and in a journal from which the next start rebuilds it. Every
 * change is a journal line first, and then the same line applied to the index: a rebuilt ledger cannot differ. It is
 * never cleaned up: a witness forgets nothing.
 */
public final class SandboxLedger implements Closeable {

    private final SandboxIndex index = new SandboxIndex();
    private final Clock clock;
    private final SandboxJournal journal;

    private SandboxLedger(Path file, Clock clock) {
        this.clock = clock;
        this.journal = SandboxJournal.open(file, index::apply);
        index.callsAtWorkAreLost();
    }

    /**
     * @param file the journal, created if it is not there
     * @throws IllegalStateException if another gateway has the file open
     */
    public static SandboxLedger open(Path file, Clock clock) {
        return new SandboxLedger(file, clock);
    }

    /** Records that a call has come, and returns its number. */
    synchronized long began(SandboxRequest request) {
        long number = index.nextCall();
        String orderId =
                index.charge(request.chargeId()).map(SandboxEntry::orderId).orElse(request.orderId());
        write(SandboxLine.call(number, request, orderId, Instant.now(clock)));
        return number;
    }

    synchronized void ended(long call, String ended) {
        write(SandboxLine.end(call, ended));
    }

    /** What an earlier call under this key has booked. */
    synchronized Optional<SandboxRecorded> recorded(String key) {
        return index.recorded(key);
    }

    /**
     * Books a charge or refund. A refund that the charge cannot bear is booked as declined.
     *
     * @param declineCode why it is declined in any case
     */
    synchronized SandboxEntry book(SandboxRequest request, Optional<String> declineCode) {
        Optional<SandboxEntry> charge = index.charge(request.chargeId());
        String code = declineCode
                .or(() -> charge.flatMap(refunded -> refundDecline(refunded, request.amount())))
                .orElse(null);
        SandboxEntry entry = new SandboxEntry(
                (charge.isPresent() ? "rf_" : "ch_") + TsidCreator.getTsid(),
                request.chargeId(),
                request.reference(),
                charge.map(SandboxEntry::orderId).orElse(request.orderId()),
                request.amount(),
                request.currency(),
                code,
                Instant.now(clock));
        write(SandboxLine.booking(entry, request));
        return entry;
    }

    private Optional<String> refundDecline(SandboxEntry charge, long amount) {
        if (charge.isDeclined()) {
            return Optional.of("charge_not_approved");
        }
        return index.refunded(charge.id()) + amount > charge.amount()
                ? Optional.of("refund_exceeds_charge")
                : Optional.empty();
    }

    /** What makes a refund one that cannot even be tried: no such charge, or another currency. */
    synchronized Optional<SandboxRefusal> refusal(SandboxRequest request) {
        if (request.operation() != SandboxOperation.REFUND) {
            return Optional.empty();
        }
        Optional<SandboxEntry> charge = index.charge(request.chargeId());
        if (charge.isEmpty()) {
            return Optional.of(new SandboxRefusal(404, "charge_not_found", "no such charge"));
        }
        return charge.get().currency().equals(request.currency())
                ? Optional.empty()
                : Optional.of(new SandboxRefusal(422, "currency_mismatch", "the charge has another currency"));
    }

    synchronized List<SandboxEntry> find(SandboxOperation operation, String reference) {
        return index.find(operation, reference);
    }

    /** {@code {calls, charges, refunds}} of an order, oldest first; all empty if it never came by. */
    synchronized JsonObject ofOrder(String orderId) {
        return index.ofOrder(orderId);
    }

    private void write(JsonObject line) {
        journal.append(line);
        index.apply(line);
    }

    @Override
    public synchronized void close() {
        journal.close();
    }
}
