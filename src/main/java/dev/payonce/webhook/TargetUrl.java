package dev.payonce.webhook;

import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Where to send, taken apart: what may be looked up and connected to.
 *
 * @param host a name, or an address without brackets
 * @param uri path and query
 */
record TargetUrl(boolean https, String host, int port, String uri) {

    static final int MAX_LENGTH = 2048;
    static final String RULE = "must be an https URL with a public host, without user, password and fragment";

    /** Dots and digits alone are an address; other spellings of addresses, such as 127.1 or 0x7f000001, are no hosts of ours. */
    private static final Pattern NAME = Pattern.compile(
            "(?=.{1,253}$)([a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9])?\\.)*[a-z]([a-z0-9-]{0,61}[a-z0-9])?",
            Pattern.CASE_INSENSITIVE);

    private static final Pattern IPV4 = Pattern.compile("((25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)(\\.(?!$)|$)){4}");

    private static final Pattern IPV6 = Pattern.compile("\\[[0-9a-fA-F:.]+]");

    /** Empty for what is no URL of the web. */
    static Optional<TargetUrl> parse(String url) {
        try {
            URI parsed = new URI(url);
            String scheme = String.valueOf(parsed.getScheme()).toLowerCase(Locale.ROOT);
            boolean https = scheme.equals("https");
            if (!https && !scheme.equals("http") || !isPlain(parsed)) {
                return Optional.empty();
            }
            int port = parsed.getPort() == -1 ? https ? 443 : 80 : parsed.getPort();
            return Optional.of(new TargetUrl(https, host(parsed), port, path(parsed)));
        } catch (URISyntaxException malformed) {
            return Optional.empty();
        }
    }

    private static boolean isPlain(URI url) {
        return url.getHost() != null
                && url.getRawUserInfo() == null
                && url.getRawFragment() == null
                && url.getPort() != 0
                && url.getPort() <= 0xFFFF
                && url.toString().length() <= MAX_LENGTH
                && url.toString().chars().allMatch(c -> c > ' ' && c < 0x7F)
                && isHost(url.getHost());
    }

    private static boolean isHost(String host) {
        return NAME.matcher(host).matches()
                || IPV4.matcher(host).matches()
                || IPV6.matcher(host).matches();
    }

    private static String host(URI url) {
        String host = url.getHost();
        return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    }

    private static String path(URI url) {
        String path = url.getRawPath().isEmpty() ? "/" : url.getRawPath();
        return url.getRawQuery() == null ? path : path + "?" + url.getRawQuery();
    }

    /** Whether it may be told where local targets are not allowed, as far as that shows without a look-up. */
    boolean mayBePublic() {
        return https && !isLocalName() && literal().map(PublicAddress::isPublic).orElse(true);
    }

    private boolean isLocalName() {
        String name = host.toLowerCase(Locale.ROOT);
        return !name.contains(".") && !name.contains(":")
                || name.endsWith(".localhost")
                || name.endsWith(".local")
                || name.endsWith(".internal");
    }

    /** The address that the host is spelled as, if it is not a name. */
    Optional<InetAddress> literal() {
        if (!IPV4.matcher(host).matches() && !host.contains(":")) {
            return Optional.empty();
        }
        try {
            // not looked up: getByName takes this for an address
            return Optional.of(InetAddress.getByName(host));
        } catch (UnknownHostException malformed) {
            return Optional.empty();
        }
    }
}
