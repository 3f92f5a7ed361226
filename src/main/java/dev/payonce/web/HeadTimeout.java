package dev.payonce.web;

import io.netty.bootstrap.ChannelInitializerExtension;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.handler.codec.http.LastHttpContent;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.eclipse.microprofile.config.ConfigProvider;

/**
 * Ends a connection on which a request has begun whose head does not come to its end in time. Neither Quarkus nor Vert.x has a
 * limit for that, and a byte now and then is not idle; so by Netty's own door for such additions, which {@link #install}
 * opens.
 */
public final class HeadTimeout extends ChannelInitializerExtension {

    /** To be called before the first server starts. */
    public static void install() {
        System.setProperty(EXTENSIONS_SYSTEM_PROPERTY, "serviceload");
    }

    @Override
    public void postInitializeServerChildChannel(Channel connection) {
        Duration limit = ConfigProvider.getConfig().getValue("payonce.http.head-timeout", Duration.class);
        connection.pipeline().addFirst(new Bytes(limit));
    }

    /** Sees what comes before anybody has read it. Called by the connection's own thread alone, like {@link Heads}. */
    private static final class Bytes extends ChannelInboundHandlerAdapter {

        private final Duration limit;
        private boolean headsAreSeen;
        private boolean inRequest;
        private Future<?> end;

        Bytes(Duration limit) {
            this.limit = limit;
        }

        @Override
        public void channelRead(ChannelHandlerContext connection, Object bytes) {
            ChannelHandlerContext decoder = connection.pipeline().context(HttpRequestDecoder.class);
            // there is none before the protocol is known; the handshake of TLS has a limit of its own
            if (decoder != null) {
                seeHeads(decoder);
                begin(connection);
            }
            connection.fireChannelRead(bytes);
        }

        private void seeHeads(ChannelHandlerContext decoder) {
            if (!headsAreSeen) {
                decoder.pipeline().addAfter(decoder.name(), null, new Heads(this));
                headsAreSeen = true;
            }
        }

        private void begin(ChannelHandlerContext connection) {
            if (!inRequest && end == null) {
                end = connection.executor().schedule(() -> connection.close(), limit.toMillis(), TimeUnit.MILLISECONDS);
            }
        }

        void headIsComplete() {
            inRequest = true;
            cancel();
        }

        /** Also of a first request, whose head had come before heads were seen. */
        void requestIsComplete() {
            inRequest = false;
            cancel();
        }

        @Override
        public void channelInactive(ChannelHandlerContext connection) {
            cancel();
            connection.fireChannelInactive();
        }

        private void cancel() {
            if (end != null) {
                end.cancel(false);
                end = null;
            }
        }
    }

    /** Sees what has been read. */
    private static final class Heads extends ChannelInboundHandlerAdapter {

        private final Bytes bytes;

        Heads(Bytes bytes) {
            this.bytes = bytes;
        }

        @Override
        public void channelRead(ChannelHandlerContext connection, Object part) {
            if (part instanceof HttpRequest) {
                bytes.headIsComplete();
            }
            if (part instanceof LastHttpContent) {
                bytes.requestIsComplete();
            }
            connection.fireChannelRead(part);
        }
    }
}
