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

    private static final String KNOWN = "sun.net.inetaddr.ttl";
    private static final String UNKNOWN = "networkaddress.cache.negative.ttl";
    private static final String SECONDS = "1";

    private NameCache() {}

    /** To be called before the first name is asked for: Java looks at these once. */
    static void keepBriefly() {
        System.setProperty(KNOWN, System.getProperty(KNOWN, SECONDS));
        // last: Java writes such a change to the log
        Security.setProperty(UNKNOWN, SECONDS);
    }
}
