package dev.payonce;

import java.security.Security;

/**
 * How long an answer about a host's name is kept. Java's own is 30 s for an address, and 10 s for a name that was not known
 * for a moment: for so long a store would stay away for us that is back, or has moved. No option of the command line shortens
 * the second, and the configuration comes too late: to read it writes to the log, and the log asks for the name of this host.
 *
 * @see java.net.InetAddress
 */
final class NameCache {

    private static final String SECONDS = "1";

    private NameCache() {}

    /** To be called before the first name is asked for: Java looks at these once. */
    static void keepBriefly() {
        System.setProperty("sun.net.inetaddr.ttl", SECONDS);
        // last: Java writes such a change to the log
        Security.setProperty("networkaddress.cache.negative.ttl", SECONDS);
    }
}
