package dev.payonce.embedded;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** A Redis server that keeps its data in an append-only file. */
final class EmbeddedRedis {

    private static final byte[] PING = "PING\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final String PONG = "+PONG";

    private EmbeddedRedis() {}

    /** Unpacks the program where it is missing. */
    static EmbeddedServer server(EmbeddedSettings settings) throws IOException {
        var home = settings.directory().resolve("redis");
        var command = List.of(
                EmbeddedBinaries.redisServer(settings.binaries()).toString(),
                "--bind",
                "127.0.0.1",
                "--port",
                Integer.toString(settings.redisPort()),
                "--dir",
                home.toString(),
                "--appendonly",
                "yes",
                "--appendfsync",
                settings.powerLossSafe() ? "everysec" : "no",
                // the append-only file is enough; without snapshots no child process forks off
                "--save",
                "",
                // the command line stays as it is, so that a later start can tell whose process this is
                "--set-proc-title",
                "no");
        return new EmbeddedServer(new EmbeddedServer.Plan(
                "Redis",
                settings.redisPort(),
                EmbeddedSettings.REDIS_PORT,
                home,
                command,
                Map.of(),
                home.toString(),
                () -> {},
                EmbeddedRedis::answersPing));
    }

    /** While it loads its data Redis answers too, but with an error. */
    private static boolean answersPing(Socket connection) throws IOException {
        connection.getOutputStream().write(PING);
        var answer = connection.getInputStream().readNBytes(PONG.length());
        return PONG.equals(new String(answer, StandardCharsets.US_ASCII));
    }
}
