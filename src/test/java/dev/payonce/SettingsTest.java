package dev.payonce;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.quarkus.runtime.configuration.DurationConverter;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.ConfigValidationException;
import io.smallrye.config.SmallRyeConfigBuilder;
import io.smallrye.config.validator.BeanValidationConfigValidator;
import jakarta.validation.Validation;
import jakarta.validation.Validator;
import jakarta.validation.ValidatorFactory;
import java.time.Duration;
import java.util.Map;
import org.hibernate.validator.messageinterpolation.ParameterMessageInterpolator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A setting with which nothing would ever be paid, or a job would never end, is refused at the start. */
class SettingsTest {

    @ParameterizedTest
    @CsvSource({
        "payment.RecoveryConfig, after, 0S",
        "payment.RecoveryConfig, batch, 0",
        "token.TokenConfig, ttl, 0S",
        "store.MetricsConfig, count-limit, -1",
        "messaging.RabbitConfig, lanes, 0",
        "payment.PayConfig, look-every, 0S",
        "payment.BufferConfig, count-every, -1S",
        "gateway.GatewayConfig, max-concurrent, 0",
        "store.StoreConfig, attempts, 0",
        "events.OutboxConfig, batch, -5",
    })
    void whatWouldStandStillIsRefused(String mapping, String setting, String value) throws ClassNotFoundException {
        Class<?> type = Class.forName("dev.payonce." + mapping);
        String name = type.getAnnotation(ConfigMapping.class).prefix() + "." + setting;
        var given = Map.of(
                name,
                value,
                "payonce.token.secret",
                "x",
                "payonce.gateway.url",
                "http://gateway",
                "payonce.gateway.webhook-secret",
                "whsec_");

        try (ValidatorFactory validators = Validation.byDefaultProvider()
                .configure()
                .messageInterpolator(new ParameterMessageInterpolator())
                .buildValidatorFactory()) {
            var builder = new SmallRyeConfigBuilder()
                    .withMapping(type)
                    .withConverter(Duration.class, 200, new DurationConverter())
                    .withDefaultValues(given)
                    .withValidator(new BeanValidationConfigValidator() {
                        @Override
                        public Validator getValidator() {
                            return validators.getValidator();
                        }
                    });

            String refusal = assertThrows(ConfigValidationException.class, builder::build)
                    .getMessage();
            assertThat(refusal, containsString(name + " must be"));
        }
    }
}
