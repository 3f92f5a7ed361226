package dev.payonce.faults;

import dev.payonce.testsupport.Poll;
import dev.payonce.testsupport.Shop;
import dev.payonce.testsupport.Stores;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/** A look into a Redis from outside of the service, and what is done to it. */
public final class Redis {

    private static final int TIMEOUT_MILLIS = 2000;

    private Redis() {}

    static long claims() {
        return keys("payonce:*:claim");
    }

    static long tokens() {
        return keys("payonce:*:token");
    }

    /**
     * A token that Redis has: where it was late, the service has issued one without it.
     *
     * @param tokens how many there are
     */
    static String aTokenInIt(String order, LongSupplier tokens) {
        long before = tokens.getAsLong();
        String[] token = new String[1];
        Poll.until(() -> {
            token[0] = Shop.aToken(order);
            return tokens.getAsLong() > before;
        });
        return token[0];
    }

    private static long keys(String pattern) {
        return Long.parseLong(command("EVAL", "return #redis.call('KEYS',ARGV[1])", "0", pattern));
    }

    static void flushAll() {
        command("FLUSHALL");
    }

    static void flushScripts() {
        command("SCRIPT", "FLUSH");
    }

    /** Connections of clients, this look's own left out. */
    static long connections() {
        return command("CLIENT", "LIST").lines().count() - 1;
    }

    static void set(String parameter, String value) {
        String answer = command("CONFIG", "SET", parameter, value);
        if (!answer.equals("OK")) {
            throw new IllegalStateException("CONFIG SET " + parameter + " " + value + ": " + answer);
        }
    }

    public static String command(String... parts) {
        return commandAt(Stores.redisPort(), parts);
    }

    /** The answer's text; of an error its words; of a list how long it is. */
    static String commandAt(int port, String... parts) {
        try (Socket socket = new Socket("127.0.0.1", port)) {
            socket.setSoTimeout(TIMEOUT_MILLIS);
            send(socket.getOutputStream(), parts);
            return read(
                    new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The texts of an answer that is a list of texts. */
    static List<String> listAt(int port, String... parts) {
        try (Socket socket = new Socket("127.0.0.1", port)) {
            socket.setSoTimeout(TIMEOUT_MILLIS);
            send(socket.getOutputStream(), parts);
            BufferedReader in =
                    new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1));
            int size = Integer.parseInt(read(in));
            List<String> texts = new ArrayList<>();
            for (int i = 0; i < size; i++) {
                texts.add(read(in));
                in.readLine();
            }
            return texts;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void send(OutputStream out, String... parts) throws IOException {
        StringBuilder request = new StringBuilder("*" + parts.length + "\r\n");
        for (String part : parts) {
            request.append('$')
                    .append(part.length())
                    .append("\r\n")
                    .append(part)
                    .append("\r\n");
        }
        out.write(request.toString().getBytes(StandardCharsets.ISO_8859_1));
    }

    private static String read(BufferedReader in) throws IOException {
        String line = in.readLine();
        if (!line.startsWith("$") || line.equals("$-1")) {
            return line.substring(1);
        }
        char[] text = new char[Integer.parseInt(line.substring(1))];
        for (int read = 0; read < text.length; ) {
            read += in.read(text, read, text.length - read);
        }
        return new String(text);
    }
}
