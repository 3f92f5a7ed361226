package dev.payonce.gateway;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.payonce.gateway.RefundResult.Verdict;
import java.util.List;
import java.util.Optional;

/** Understands the gateway's answers about refunds. */
final class RefundAnswer {

    private RefundAnswer() {}

    static RefundResult read(ObjectMapper json, GatewayAnswer answer, ChargeRefund refund) {
        return result(Reading.of(json, answer, Expected.of(refund)));
    }

    private static RefundResult result(Reading reading) {
        return switch (reading.kind()) {
            case DONE -> RefundResult.succeeded(reading.id());
            case DECLINED -> RefundResult.declined(reading.id(), reading.code());
            case REFUSED -> RefundResult.refused(reading.code());
            case UNREACHED -> RefundResult.unreached(reading.code());
            case UNKNOWN -> RefundResult.unknown(reading.code());
        };
    }

    static RefundLookUp readList(ObjectMapper json, GatewayAnswer answer, ChargeRefund refund) {
        return Reading.list(json, answer, "refunds")
                .map(refunds -> refunds.isEmpty() ? RefundLookUp.notFound() : found(results(refunds, refund)))
                .orElseGet(RefundLookUp::unknown);
    }

    private static List<RefundResult> results(List<Entry> entries, ChargeRefund refund) {
        Expected expected = Expected.of(refund);
        return entries.stream()
                .map(entry -> result(Reading.ofListed(entry, expected)))
                .toList();
    }

    /** One success among several attempts means that the money went back; an entry that is not understood may be one. */
    private static RefundLookUp found(List<RefundResult> results) {
        return first(results, Verdict.SUCCEEDED)
                .map(RefundLookUp::found)
                .or(() -> first(results, Verdict.UNKNOWN).map(RefundLookUp::riddle))
                .orElseGet(() -> RefundLookUp.found(results.get(0)));
    }

    private static Optional<RefundResult> first(List<RefundResult> results, Verdict verdict) {
        return results.stream().filter(one -> one.verdict() == verdict).findFirst();
    }
}
