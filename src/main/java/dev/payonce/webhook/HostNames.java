package dev.payonce.webhook;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.nio.NioDatagramChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.resolver.dns.DnsNameResolver;
import io.netty.resolver.dns.DnsNameResolverBuilder;
import io.netty.resolver.dns.DnsServerAddressStreamProvider;
import io.netty.resolver.dns.DnsServerAddressStreamProviders;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.FutureListener;
import io.smallrye.mutiny.Uni;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.net.InetAddress;
import java.util.List;

/**
 * Looks up names without a thread: a name server that hangs holds up nobody else. The JDK's look-up blocks, and Quarkus
 * lets Vert.x use that one, on the threads that all requests share.
 */
@ApplicationScoped
class HostNames {

    private final EventLoopGroup thread = new NioEventLoopGroup(1, new DefaultThreadFactory("webhook-names", true));
    private final DnsNameResolver resolver;

    /** With this machine's name servers and hosts file. */
    @Inject
    HostNames(WebhookConfig config) {
        this(config, DnsServerAddressStreamProviders.platformDefault());
    }

    HostNames(WebhookConfig config, DnsServerAddressStreamProvider servers) {
        this.resolver = new DnsNameResolverBuilder(thread.next())
                .datagramChannelType(NioDatagramChannel.class)
                .socketChannelType(NioSocketChannel.class)
                .nameServerProvider(servers)
                .queryTimeoutMillis(config.connectTimeout().toMillis())
                .build();
    }

    /** All addresses of the name, the preferred one first; {@link java.net.UnknownHostException} where there is none. */
    Uni<List<InetAddress>> addresses(String host) {
        return Uni.createFrom().emitter(answer -> {
            FutureListener<List<InetAddress>> listener = found -> {
                if (found.isSuccess()) {
                    answer.complete(found.getNow());
                } else {
                    answer.fail(found.cause());
                }
            };
            resolver.resolveAll(host).addListener(listener);
        });
    }

    @PreDestroy
    void close() {
        resolver.close();
        thread.shutdownGracefully();
    }
}
