package dev.payonce.webhook;

import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.util.List;

/**
 * The body of {@code POST /webhook-endpoints}.
 *
 * @param events the types to be told; null for all, those that are still to be invented included
 */
record NewEndpoint(
        @NotNull @Size(max = TargetUrl.MAX_LENGTH, message = "must be at most " + TargetUrl.MAX_LENGTH + " characters")
                String url,
        @Size(min = 1, max = 20, message = "must have 1 to 20 types, or be left out for all")
                List<@NotNull @Pattern(regexp = TYPE, message = "must be a type of event") String> events) {

    private static final String TYPE = "order\\.(paid|payment_failed|cancelled|expired)|refund\\.(succeeded|failed)";
}
