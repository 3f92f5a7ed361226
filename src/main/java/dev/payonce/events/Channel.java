package dev.payonce.events;

import java.util.List;
import java.util.Optional;

/** A way to tell receivers of one kind. Beans of this type are asked by {@link Relay} and {@link AddressEvents}. */
public interface Channel {

    /** What metrics call the receiver, if it is one of this channel's and has not a name of its own there. */
    default Optional<String> nameInMetrics(String receiver) {
        return Optional.empty();
    }

    /** Everyone who is to be told what happens from now on. Asked in the transaction that addresses events. */
    List<Address> addresses();

    /** Empty where the receiver is none of this channel's, or this instance cannot tell it. Blocks. */
    Optional<Teller> teller(String receiver);

    Pace pace();
}
