package dev.payonce.webhook;

import io.netty.resolver.AddressResolver;
import io.netty.util.concurrent.FutureListener;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import io.vertx.core.impl.VertxInternal;
import jakarta.enterprise.context.ApplicationScoped;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;

/** Looks up names without a thread: a name server that hangs holds up nobody else. The settings are {@code quarkus.vertx.resolver}'s. */
@ApplicationScoped
class HostNames {

    private static final int NO_PORT = 0;

    private final AddressResolver<InetSocketAddress> resolver;

    HostNames(Vertx vertx) {
        // Vert.x has no call of its own that tells all addresses of a name
        VertxInternal internals = (VertxInternal) vertx;
        this.resolver = internals
                .nettyAddressResolverGroup()
                .getResolver(internals.createEventLoopContext().nettyEventLoop());
    }

    /** All addresses of the name, the preferred one first; a failure where there is none. */
    Uni<List<InetAddress>> addresses(String host) {
        InetSocketAddress unresolved = InetSocketAddress.createUnresolved(host, NO_PORT);
        return Uni.createFrom().emitter(answer -> {
            FutureListener<List<InetSocketAddress>> listener = found -> {
                if (found.isSuccess()) {
                    answer.complete(found.getNow().stream()
                            .map(InetSocketAddress::getAddress)
                            .toList());
                } else {
                    answer.fail(found.cause());
                }
            };
            resolver.resolveAll(unresolved).addListener(listener);
        });
    }
}
