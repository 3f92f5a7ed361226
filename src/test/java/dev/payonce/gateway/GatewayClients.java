package dev.payonce.gateway;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.smallrye.config.SmallRyeConfigBuilder;
import io.vertx.mutiny.core.Vertx;
import java.net.ServerSocket;
import java.util.Map;

/** The service's own client of a gateway that a test plays. */
final class GatewayClients {

    private GatewayClients() {}

    static PaymentGateway of(Vertx vertx, ServerSocket gateway, Map<String, String> settings) {
        GatewayConfig config = new SmallRyeConfigBuilder()
                .addDiscoveredConverters()
                .withMapping(GatewayConfig.class)
                .withDefaultValue("payonce.gateway.url", "http://127.0.0.1:" + gateway.getLocalPort())
                .withDefaultValue("payonce.gateway.webhook-secret", "whsec_not-used-here")
                .withDefaultValues(settings)
                .build()
                .getConfigMapping(GatewayConfig.class);
        return new HttpGateway(vertx, config, new ObjectMapper(), new SimpleMeterRegistry());
    }
}
