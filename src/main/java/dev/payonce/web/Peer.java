package dev.payonce.web;

import io.vertx.core.net.SocketAddress;
import io.vertx.ext.web.RoutingContext;

/** Where a request comes from. */
public final class Peer {

    private static final String GONE = "unknown";

    private Peer() {}

    /** The peer's address, or what a trusted proxy says; a connection that is closed may have none any more. */
    public static String addressOf(RoutingContext request) {
        SocketAddress peer = request.request().remoteAddress();
        return peer == null ? GONE : peer.hostAddress();
    }
}
