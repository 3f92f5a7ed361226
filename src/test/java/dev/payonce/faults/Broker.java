package dev.payonce.faults;

import java.util.List;
import java.util.Map;

/** A real broker in processes of its own, as far as the tests of messages need it; one per test class. */
interface Broker extends AutoCloseable {

    /** As the service names it. */
    String name();

    /** What the service must be told to use it. */
    Map<String, String> settings();

    /** The same, of an address where nobody listens. */
    Map<String, String> unreachable();

    /** Makes the queue or topic that commands come in by, where the service does not do so. */
    void create(String commands);

    /** Ends when the broker has them, in this order. */
    void send(String commands, List<Sent> messages);

    /** How many are not acknowledged yet. */
    long backlog(String commands);

    /** The bodies of all that is in a queue or topic, oldest first. */
    List<String> contents(String queue);

    /** Gives all messages out again, from the first; false where the broker cannot. Nobody may consume meanwhile. */
    boolean rewind(String commands);

    /** SIGKILL, and then a start on the same data. */
    void restart();

    /** SIGSTOP: it keeps its connections and answers nothing. */
    void pause();

    void resume();

    @Override
    void close();

    /**
     * @param order what keeps messages in order
     * @param id of the message; null for none but what the body says
     */
    record Sent(String order, String id, String body) {}
}
