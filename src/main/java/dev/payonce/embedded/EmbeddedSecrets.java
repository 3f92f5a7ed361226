package dev.payonce.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Predicate;

/** The keys and secrets that demo, dev and tests make for themselves at their first start; production is given its own. */
final class EmbeddedSecrets {

    private static final String ISSUER = "payonce-sandbox";
    private static final int RSA_BITS = 2048;
    private static final int SECRET_BYTES = 32;

    private final Path directory;

    EmbeddedSecrets(EmbeddedSettings settings) {
        this.directory = settings.directory().resolve("keys");
    }

    /** The settings that are not configured, by property name; what they need is made where it is missing. */
    Map<String, String> settingsMissingFrom(Predicate<String> isConfigured) throws IOException {
        Files.createDirectories(directory);
        var settings = new LinkedHashMap<String, String>();
        if (!isConfigured.test("mp.jwt.verify.publickey.location") && !isConfigured.test("mp.jwt.verify.publickey")) {
            settings.putAll(identity());
        }
        if (!isConfigured.test("payonce.token.secret")) {
            settings.put("payonce.token.secret", secret("token-secret", ""));
        }
        if (!isConfigured.test("payonce.gateway.webhook-secret")) {
            settings.put("payonce.gateway.webhook-secret", secret("gateway-webhook-secret", "whsec_"));
        }
        return settings;
    }

    private Map<String, String> identity() throws IOException {
        var publicKey = directory.resolve("jwt-public.pem");
        var privateKey = directory.resolve("jwt-private.pem");
        // the private key is written last: where it is, its public one is too
        if (!Files.exists(privateKey)) {
            makeKeyPair(publicKey, privateKey);
        }
        return Map.of(
                "mp.jwt.verify.publickey.location", publicKey.toUri().toString(),
                "mp.jwt.verify.issuer", ISSUER,
                "smallrye.jwt.sign.key.location", privateKey.toUri().toString());
    }

    private static void makeKeyPair(Path publicKey, Path privateKey) throws IOException {
        try {
            var generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(RSA_BITS);
            var pair = generator.generateKeyPair();
            EmbeddedFiles.writeWhole(
                    publicKey, pem("PUBLIC KEY", pair.getPublic().getEncoded()));
            EmbeddedFiles.writeWhole(
                    privateKey, pem("PRIVATE KEY", pair.getPrivate().getEncoded()));
        } catch (GeneralSecurityException e) {
            throw new EmbeddedStoreException("This Java cannot make RSA keys.", e);
        }
    }

    private static String pem(String kind, byte[] der) {
        var body = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der);
        return "-----BEGIN %1$s-----\n%2$s\n-----END %1$s-----\n".formatted(kind, body);
    }

    private String secret(String name, String prefix) throws IOException {
        var file = directory.resolve(name);
        if (!Files.exists(file)) {
            var bytes = new byte[SECRET_BYTES];
            new SecureRandom().nextBytes(bytes);
            EmbeddedFiles.writeWhole(file, prefix + Base64.getEncoder().encodeToString(bytes));
        }
        return Files.readString(file);
    }
}
