package dev.payonce.testsupport;

import java.io.IOException;
import java.nio.file.Path;

/** Certificates that nobody has signed, for servers of the tests. */
public final class KeyStores {

    public static final String PASSWORD = "only-for-tests";

    private KeyStores() {}

    /** A PKCS 12 file with a new key and a certificate for this host. */
    public static Path selfSigned(Path directory, String host) throws IOException, InterruptedException {
        Path file = directory.resolve("keys.p12");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-keyalg",
                        "EC",
                        "-alias",
                        "server",
                        "-dname",
                        "CN=" + host,
                        "-ext",
                        "SAN=dns:" + host,
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        PASSWORD,
                        "-keystore",
                        file.toString())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        if (keytool.waitFor() != 0) {
            throw new IllegalStateException("keytool ended with " + keytool.exitValue());
        }
        return file;
    }
}
