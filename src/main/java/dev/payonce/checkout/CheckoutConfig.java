package dev.payonce.checkout;

import io.smallrye.config.ConfigMapping;
import java.util.List;
import java.util.Optional;

/** What the checkout page offers. Fixed here, never named by a URL: nobody can make it lead elsewhere. */
@ConfigMapping(prefix = "payonce.checkout")
public interface CheckoutConfig {

    /** The gateway's names for ways to pay; without any, the page cannot pay. */
    Optional<List<String>> paymentMethods();

    /** Where a buyer goes after the receipt. */
    Optional<String> shopUrl();

    /** Where a buyer signs in who is not signed in; must put the bearer token where the page looks (README). */
    Optional<String> signInUrl();
}
