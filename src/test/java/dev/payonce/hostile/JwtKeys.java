package dev.payonce.hostile;

import dev.payonce.testsupport.Stores;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;

/** The keys of the tests' issuer, and others. */
public final class JwtKeys {

    private static final int BITS = 2048;

    private JwtKeys() {}

    static String issuer() {
        return Stores.settings().get("mp.jwt.verify.issuer");
    }

    /** What the issuer signs with. */
    static PrivateKey issuers() {
        try {
            return KeyFactory.getInstance("RSA")
                    .generatePrivate(new PKCS8EncodedKeySpec(der(text("smallrye.jwt.sign.key.location"))));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The public key as the service is given it: no secret. */
    static String publicPem() {
        return text("mp.jwt.verify.publickey.location");
    }

    static byte[] der(String pem) {
        return Base64.getMimeDecoder().decode(pem.replaceAll("-----[A-Z ]+-----", ""));
    }

    /** A new pair that nobody knows. */
    public static KeyPair foreign() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(BITS);
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String text(String location) {
        try {
            return Files.readString(Path.of(URI.create(Stores.settings().get(location))));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
