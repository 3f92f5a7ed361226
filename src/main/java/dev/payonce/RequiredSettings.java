package dev.payonce;

import dev.payonce.gateway.GatewayConfig;
import dev.payonce.value.WebhookSecret;
import io.quarkus.runtime.configuration.DurationConverter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import org.eclipse.microprofile.config.Config;

/** What production cannot start without or with, told all at once; values are never printed. */
final class RequiredSettings {

    private static final int TOKEN_SECRET_BYTES = 32;

    private static final List<Setting> ALL = List.of(
            new Setting("quarkus.datasource.jdbc.url", "must start with jdbc:mysql:", RequiredSettings::isMysqlUrl),
            new Setting("quarkus.datasource.username"),
            new Setting("quarkus.datasource.password"),
            new Setting("quarkus.redis.hosts"),
            new Setting("payonce.token.secret", "must have at least 32 bytes", RequiredSettings::isLongEnough),
            new Setting("payonce.gateway.url"),
            new Setting("payonce.gateway.webhook-secret", "must be whsec_ + base64", RequiredSettings::isWebhookSecret),
            new Setting("mp.jwt.verify.issuer"),
            new Setting("mp.jwt.verify.publickey.location"));

    private RequiredSettings() {}

    private record Setting(String property, String rule, Predicate<String> isUsable) {

        Setting(String property) {
            this(property, "", value -> true);
        }

        String environmentName() {
            return property.toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9]", "_");
        }

        void check(Config config, List<String> problems) {
            var value = config.getOptionalValue(property, String.class);
            if (value.isEmpty()) {
                problems.add(environmentName() + " is missing");
            } else if (!isUsable.test(value.get())) {
                problems.add(environmentName() + " " + rule);
            }
        }
    }

    /** One line for each setting that is missing or unusable, in the order of the settings. */
    record Problems(List<String> lines) {

        boolean isEmpty() {
            return lines.isEmpty();
        }

        String message() {
            var message = new StringBuilder("payonce cannot start. Set these environment variables:\n");
            lines.forEach(line -> message.append("  ").append(line).append('\n'));
            return message.toString();
        }
    }

    static Problems problemsIn(Config config) {
        var problems = new ArrayList<String>();
        ALL.forEach(setting -> setting.check(config, problems));
        if (!gatewayGivesUpFirst(config)) {
            problems.add("PAYONCE_GATEWAY_MAX_DELAY must be longer than PAYONCE_GATEWAY_TIMEOUT");
        }
        return new Problems(List.copyOf(problems));
    }

    /** Else a payment could be closed as lost while its call may still be taken. */
    private static boolean gatewayGivesUpFirst(Config config) {
        Duration timeout = duration(config, "payonce.gateway.timeout", GatewayConfig.TIMEOUT);
        return duration(config, "payonce.gateway.max-delay", GatewayConfig.MAX_DELAY)
                        .compareTo(timeout)
                > 0;
    }

    private static Duration duration(Config config, String property, String byDefault) {
        return DurationConverter.parseDuration(
                config.getOptionalValue(property, String.class).orElse(byDefault));
    }

    private static boolean isMysqlUrl(String url) {
        return url.startsWith("jdbc:mysql:");
    }

    private static boolean isLongEnough(String secret) {
        return secret.getBytes(StandardCharsets.UTF_8).length >= TOKEN_SECRET_BYTES;
    }

    private static boolean isWebhookSecret(String secret) {
        return WebhookSecret.parse(secret).isPresent();
    }
}
