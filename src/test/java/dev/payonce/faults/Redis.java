package dev.payonce.faults;

import dev.payonce.testsupport.Stores;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** A look into the Redis of the test run, from outside of the service. */
final class Redis {

    private static final int TIMEOUT_MILLIS = 2000;

    private Redis() {}

    static long claims() {
        return number("EVAL \"return #redis.call('KEYS','payonce:*:claim')\" 0");
    }

    static void flushAll() {
        line("FLUSHALL");
    }

    static void flushScripts() {
        line("SCRIPT FLUSH");
    }

    private static long number(String command) {
        return Long.parseLong(line(command).substring(1));
    }

    /** Inline commands of the Redis protocol: one line there, one line back. */
    private static String line(String command) {
        try (Socket socket = new Socket("127.0.0.1", Stores.redisPort())) {
            socket.setSoTimeout(TIMEOUT_MILLIS);
            socket.getOutputStream().write((command + "\r\n").getBytes(StandardCharsets.UTF_8));
            return new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8))
                    .readLine();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
