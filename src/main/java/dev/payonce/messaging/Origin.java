package dev.payonce.messaging;

/**
 * Where a message came from.
 *
 * @param broker such as {@code kafka}
 * @param queue or topic
 * @param partition null where the broker has none
 * @param offset null where the broker has none
 */
record Origin(String broker, String queue, Integer partition, Long offset) {

    static Origin queue(String broker, String queue) {
        return new Origin(broker, queue, null, null);
    }

    @Override
    public String toString() {
        return broker + ":" + queue + (partition == null ? "" : "/" + partition + "@" + offset);
    }
}
