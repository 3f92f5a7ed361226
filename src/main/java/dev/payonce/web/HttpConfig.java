package dev.payonce.web;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** What a caller may take of this service before it is known who calls. */
@ConfigMapping(prefix = "payonce.http")
interface HttpConfig {

    /** A body that is not complete after this ends with its connection: 64 KiB need less on any network worth waiting for. */
    @WithDefault("10S")
    Duration bodyTimeout();
}
