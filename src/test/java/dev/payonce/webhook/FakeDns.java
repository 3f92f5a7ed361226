package dev.payonce.webhook;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;

/** A name server that says what a test wants (RFC 1035), of IPv4 addresses; those of IPv6 there are none. */
final class FakeDns implements AutoCloseable {

    private static final int HEADER = 12;
    private static final int TYPE_A = 1;

    private final DatagramSocket socket;
    private final BiFunction<String, Integer, List<String>> answers;
    private final AtomicInteger queries = new AtomicInteger();

    /** @param answers of the name and how often one was asked for before; null for silence */
    FakeDns(BiFunction<String, Integer, List<String>> answers) {
        this.answers = answers;
        try {
            socket = new DatagramSocket(0, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Thread thread = new Thread(this::serve, "fake-dns");
        thread.setDaemon(true);
        thread.start();
    }

    InetSocketAddress address() {
        return new InetSocketAddress(socket.getLocalAddress(), socket.getLocalPort());
    }

    /** How often an IPv4 address was asked for. */
    int queries() {
        return queries.get();
    }

    private void serve() {
        byte[] buffer = new byte[512];
        while (!socket.isClosed()) {
            try {
                DatagramPacket packet = new DatagramPacket(buffer, buffer.length);
                socket.receive(packet);
                answer(packet);
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void answer(DatagramPacket packet) throws IOException {
        ByteBuffer query = ByteBuffer.wrap(packet.getData(), 0, packet.getLength());
        short id = query.getShort();
        query.position(HEADER);
        StringBuilder name = new StringBuilder();
        for (int length = query.get(); length > 0; length = query.get()) {
            byte[] label = new byte[length];
            query.get(label);
            name.append(name.isEmpty() ? "" : ".").append(new String(label, US_ASCII));
        }
        int type = query.getShort();
        int questionEnd = query.position() + 2;
        List<String> addresses = type == TYPE_A ? answers.apply(name.toString(), queries.getAndIncrement()) : List.of();
        if (addresses == null) {
            return;
        }
        byte[] reply = reply(id, packet.getData(), questionEnd, addresses);
        socket.send(new DatagramPacket(reply, reply.length, packet.getSocketAddress()));
    }

    private static byte[] reply(short id, byte[] query, int questionEnd, List<String> addresses) throws IOException {
        ByteArrayOutputStream reply = new ByteArrayOutputStream();
        reply.write(ByteBuffer.allocate(HEADER)
                .putShort(id)
                .putShort((short) 0x8180)
                .putShort((short) 1)
                .putShort((short) addresses.size())
                .array());
        reply.write(query, HEADER, questionEnd - HEADER);
        for (String address : addresses) {
            reply.write(ByteBuffer.allocate(16)
                    .putShort((short) (0xC000 | HEADER))
                    .putShort((short) TYPE_A)
                    .putShort((short) 1)
                    .putInt(0)
                    .putShort((short) 4)
                    .put(InetAddress.getByName(address).getAddress())
                    .array());
        }
        return reply.toByteArray();
    }

    @Override
    public void close() {
        socket.close();
    }
}
