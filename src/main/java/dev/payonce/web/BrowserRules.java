package dev.payonce.web;

import io.vertx.core.MultiMap;
import java.time.Duration;

/** What a browser is told to keep to. The strictest rules go with each answer; pages are let do what they need. */
final class BrowserRules {

    /** For data, and files that are looked at by themselves: nothing in them is loaded, run or framed. */
    static final String DATA = "default-src 'none'; frame-ancestors 'none'";

    /** For pages: nothing but our own files runs or is loaded, and nothing is sent or framed by markup. */
    private static final String OWN_FILES = "default-src 'none'; script-src 'self'; connect-src 'self';"
            + " base-uri 'none'; form-action 'none'; frame-ancestors 'none';";

    /** And no text can become markup: scripts talk by fetch and set text only. */
    static final String PAGE =
            OWN_FILES + " style-src 'self'; img-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'";

    /** The API explorer is not ours: it makes markup of the contract's texts, draws icons from data, and brings one style. */
    static final String EXPLORER =
            OWN_FILES + " style-src 'self' 'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w='; img-src 'self' data:";

    private static final String POLICY = "Content-Security-Policy";

    private BrowserRules() {}

    static void setStrictest(MultiMap headers) {
        headers.set(POLICY, DATA);
        headers.set("X-Frame-Options", "DENY");
        headers.set("X-Content-Type-Options", "nosniff");
        headers.set("Referrer-Policy", "no-referrer");
    }

    static void setPolicy(MultiMap headers, String policy) {
        headers.set(POLICY, policy);
    }

    /** Of use behind TLS alone: browsers ignore it elsewhere (RFC 6797, 8.1). */
    static void setAlwaysTls(MultiMap headers, Duration maxAge) {
        headers.set("Strict-Transport-Security", "max-age=" + maxAge.toSeconds());
    }
}
