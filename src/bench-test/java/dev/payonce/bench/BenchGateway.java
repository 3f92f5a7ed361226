package dev.payonce.bench;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A gateway that answers at once and costs little: what is measured is the service. It speaks the protocol of charges and
 * refunds and counts, per order, what it took: a second charge is the end of a run.
 */
final class BenchGateway implements AutoCloseable {

    private static final Pattern TEXT = Pattern.compile("\"(reference|orderId|currency|paymentMethod)\":\"([^\"]*)\"");
    private static final Pattern AMOUNT = Pattern.compile("\"amount\":(\\d+)");

    private final ServerSocket server = new ServerSocket(0, 512, InetAddress.getLoopbackAddress());
    private final ExecutorService threads = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "gateway");
        thread.setDaemon(true);
        return thread;
    });
    private final Set<String> charged = ConcurrentHashMap.newKeySet();
    private final AtomicLong numbers = new AtomicLong();
    private final AtomicLong second = new AtomicLong();

    BenchGateway() throws IOException {
        threads.submit(this::accept);
    }

    String url() {
        return "http://127.0.0.1:" + server.getLocalPort();
    }

    /** Orders that were charged. */
    long charged() {
        return charged.size();
    }

    /** Charges beyond an order's first. */
    long chargedTwice() {
        return second.get();
    }

    private void accept() {
        try {
            while (true) {
                Socket connection = server.accept();
                threads.submit(() -> serve(connection));
            }
        } catch (SocketException closed) {
            // the run is over
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void serve(Socket connection) {
        try (connection) {
            connection.setTcpNoDelay(true);
            BufferedReader in = new BufferedReader(new InputStreamReader(connection.getInputStream(), ISO_8859_1));
            OutputStream out = connection.getOutputStream();
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                out.write(answer(line, body(in)));
            }
        } catch (IOException gone) {
            // the service closed it
        }
    }

    private static String body(BufferedReader in) throws IOException {
        int length = 0;
        for (String line = in.readLine(); !line.isEmpty(); line = in.readLine()) {
            if (line.regionMatches(true, 0, "content-length:", 0, 15)) {
                length = Integer.parseInt(line.substring(15).trim());
            }
        }
        char[] body = new char[length];
        for (int filled = 0; filled < length; ) {
            filled += in.read(body, filled, length - filled);
        }
        return new String(body);
    }

    private byte[] answer(String requestLine, String body) {
        String reference = "";
        String order = "";
        String currency = "";
        String method = "";
        for (Matcher text = TEXT.matcher(body); text.find(); ) {
            switch (text.group(1)) {
                case "reference" -> reference = text.group(2);
                case "orderId" -> order = text.group(2);
                case "currency" -> currency = text.group(2);
                default -> method = text.group(2);
            }
        }
        Matcher amount = AMOUNT.matcher(body);
        String money = (amount.find() ? "\"amount\":" + amount.group(1) : "\"amount\":0") + ",\"currency\":\"" + currency
                + "\"";
        String id = "g" + numbers.incrementAndGet();
        String entry = "{\"id\":\"" + id + "\",\"reference\":\"" + reference + "\",";
        if (requestLine.contains("/refunds")) {
            String charge = requestLine.split("/")[2];
            return http("201 Created", entry + "\"chargeId\":\"" + charge + "\",\"status\":\"succeeded\"," + money + "}");
        }
        if (method.equals("pm_declined")) {
            return http("402 Payment Required", entry + "\"status\":\"declined\",\"code\":\"do_not_honor\"}");
        }
        if (!charged.add(order)) {
            second.incrementAndGet();
        }
        return http("201 Created", entry + "\"status\":\"approved\"," + money + "}");
    }

    private static byte[] http(String status, String body) {
        return ("HTTP/1.1 " + status + "\r\nContent-Type: application/json\r\nContent-Length: " + body.length()
                        + "\r\n\r\n" + body)
                .getBytes(ISO_8859_1);
    }

    @Override
    public void close() throws IOException {
        server.close();
        threads.shutdownNow();
    }
}
