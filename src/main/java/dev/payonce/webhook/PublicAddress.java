package dev.payonce.webhook;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * Which addresses belong to the public internet. Everything else is ours or our neighbours': loopback, private networks,
 * link-local (where clouds keep their metadata), carriers' NAT, and whatever the IANA registries of special-purpose
 * addresses (RFC 6890) list as not globally reachable.
 */
final class PublicAddress {

    private static final List<Range> NOT_PUBLIC_4 = ranges(
            "0.0.0.0/8",
            "10.0.0.0/8",
            "100.64.0.0/10",
            "127.0.0.0/8",
            // not special by the registry, but where Azure answers its own machines
            "168.63.129.16/32",
            "169.254.0.0/16",
            "172.16.0.0/12",
            "192.0.0.0/24",
            "192.0.2.0/24",
            "192.88.99.0/24",
            "192.168.0.0/16",
            "198.18.0.0/15",
            "198.51.100.0/24",
            "203.0.113.0/24",
            // multicast, reserved, broadcast
            "224.0.0.0/3");

    /** All that has been given out for the public internet. */
    private static final Range GLOBAL_6 = Range.of("2000::/3");

    private static final List<Range> NOT_PUBLIC_6 = ranges(
            // Teredo, benchmarking, ORCHID and other protocols
            "2001::/23",
            "2001:db8::/32",
            // 6to4 carries an IPv4 address that nobody has looked at
            "2002::/16",
            "3fff::/20");

    private PublicAddress() {}

    static boolean isPublic(InetAddress address) {
        byte[] bytes = address.getAddress();
        return address instanceof Inet4Address
                ? NOT_PUBLIC_4.stream().noneMatch(range -> range.has(bytes))
                : GLOBAL_6.has(bytes) && NOT_PUBLIC_6.stream().noneMatch(range -> range.has(bytes));
    }

    private static List<Range> ranges(String... cidrs) {
        return Stream.of(cidrs).map(Range::of).toList();
    }

    private record Range(byte[] prefix, int bits) {

        static Range of(String cidr) {
            String[] parts = cidr.split("/");
            try {
                return new Range(InetAddress.getByName(parts[0]).getAddress(), Integer.parseInt(parts[1]));
            } catch (UnknownHostException impossible) {
                throw new IllegalStateException(impossible);
            }
        }

        boolean has(byte[] address) {
            int whole = bits / 8;
            int mask = 0xFF << (8 - bits % 8) & 0xFF;
            return address.length == prefix.length
                    && Arrays.equals(address, 0, whole, prefix, 0, whole)
                    && (bits % 8 == 0 || ((address[whole] ^ prefix[whole]) & mask) == 0);
        }
    }
}
