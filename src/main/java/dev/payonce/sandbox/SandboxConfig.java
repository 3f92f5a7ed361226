package dev.payonce.sandbox;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.nio.file.Path;
import java.time.Duration;

/** The sandbox's settings. */
@ConfigMapping(prefix = "payonce.sandbox")
interface SandboxConfig {

    /** Off unless asked for: whoever can reach a sandbox can sign in as anyone. */
    @WithDefault("false")
    boolean enabled();

    /** The gateway's journal: a file of its own, so that it survives any loss in either store. */
    @WithDefault("target/embedded/sandbox-ledger.jsonl")
    Path ledger();

    /** How long a sign-in lasts: long enough for an afternoon of trying things out. */
    @WithDefault("8H")
    Duration loginLifetime();
}
