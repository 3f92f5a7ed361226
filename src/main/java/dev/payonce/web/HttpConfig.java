package dev.payonce.web;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** What each connection is told, and may take, before it is known who calls. */
@ConfigMapping(prefix = "payonce.http")
interface HttpConfig {

    /** A request whose head has begun and is not complete after this ends with its connection (HTTP/1.1). */
    @WithDefault("10S")
    Duration headTimeout();

    /** A body that is not complete after this ends with its connection: 64 KiB need less on any network worth waiting for. */
    @WithDefault("10S")
    Duration bodyTimeout();

    /** How long a browser that came by TLS comes by nothing else ({@code Strict-Transport-Security}); 0S: it is not told to. */
    @WithDefault("365D")
    Duration alwaysTlsFor();

    /** For so long a bearer token that was good is known again without another look at its signature; 0S: never. */
    @WithDefault("5S")
    Duration bearerMemory();
}
