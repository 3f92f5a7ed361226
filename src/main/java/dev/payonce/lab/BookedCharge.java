package dev.payonce.lab;

/**
 * A charge as the ledger has it. Times are in microseconds since the storm began.
 *
 * @param caller the process that charged, such as {@code caller-7}
 * @param fence null where the pattern has none
 */
record BookedCharge(String caller, long arrivedMicros, long chargedMicros, Long fence) {

    static BookedCharge of(Object[] row) {
        return new BookedCharge(
                row[0].toString(),
                ((Number) row[1]).longValue(),
                ((Number) row[2]).longValue(),
                row[3] == null ? null : ((Number) row[3]).longValue());
    }
}
