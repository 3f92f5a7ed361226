package dev.payonce.fuzz;

import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Tuple;

/** What fields are filled with by their names. {@code @ord:3@} stands for a thing that {@link Things} has then. */
final class Meanings {

    private static final int MANY = 1000;

    private Meanings() {}

    static Optional<Arbitrary<Json>> of(String field) {
        return Optional.ofNullable(
                switch (field) {
                    case "orderId" -> thing("ord");
                    case "token" -> thing("token");
                    case "customerId" -> texts("fuzz-alice", "fuzz-bob", "Ünïcödé ☕", "nobody");
                    case "sku" -> texts("tea", "mug", "fuzz-goods", "no-such-goods");
                    case "currency" -> texts("USD", "USD", "USD", "EUR", "JPY", "KWD", "XAU", "ZZZ");
                    case "paymentMethod" -> texts("pm_ok", "pm_ok", "pm_declined", "pm_unknown", "!");
                    case "url" ->
                        texts("http://127.0.0.1:1/hook", "https://127.0.0.1:1/", "ftp://x", "x", "http://[::1]:1");
                    case "amount", "price" -> amounts();
                    default -> null;
                });
    }

    /** As JSON text. */
    static Arbitrary<Json> thing(String kind) {
        return reference(kind).map(Json::string);
    }

    static Arbitrary<String> reference(String kind) {
        return Arbitraries.integers().between(0, MANY).map(number -> "@" + kind + ":" + number + "@");
    }

    private static Arbitrary<Json> texts(String... texts) {
        return Arbitraries.of(texts).map(Json::string);
    }

    private static Arbitrary<Json> amounts() {
        return Arbitraries.frequencyOf(
                        Tuple.of(3, Arbitraries.of(1800L)),
                        Tuple.of(2, Arbitraries.longs().between(1, 999_999_999_999L)))
                .map(Json::of);
    }
}
