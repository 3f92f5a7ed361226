package dev.payonce.messaging;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.equalTo;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An operator sees neither how somebody pays nor what may be a card's number. */
class ShownBodyTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
            {"payment_method":"pm_ok","n":1}               | {"payment_method":"***","n":1}
            {"paymentMethod" : "card,tok_1} x"}            | {"paymentMethod" : "***"}
            {"payment_method":"a\\"b","n":"c"}             | {"payment_method":"***","n":"c"}
            {"payment_method":""}                          | {"payment_method":"***"}
            {"payment\\u005fmethod":"tok"}                 | {"payment_method":"***"}
            {"\\u0070ayment_method":"tok"}                 | {"payment_method":"***"}
            {"payment_method":"tok                         | {"payment_method":"***
            payment-method: tok, n: 1                      | payment-method: ***, n: 1
            {'payment_method':'a,b','n':1}                 | {'payment_method':'***','n':1}
            {"payment_method":null,"n":1}                  | {"payment_method":***,"n":1}
            {"payment_method":            "tok"}           | {"payment_method":            "***"}
            {"payment_method":{"id":"tok"},"n":1}          | {"payment_method":{***
            {"note":"4111 1111 1111 1111"}                 | {"note":"***"}
            {"note":"411111\\u00311111111111"}             | {"note":"***"}
            {"note":"a\\u0022,\\u0022b"}                   | {"note":"a\\u0022,\\u0022b"}
            """)
    void secretsAreMasked(String body, String shown) {
        assertThat(ShownBody.of(body.getBytes(UTF_8)), equalTo(new ShownBody("text", shown)));
    }

    /** As long as messages may be: nothing here may take a frame of the stack for each letter. */
    @ParameterizedTest
    @ValueSource(strings = {"x", "\\\"", "4", "payment_method:", "\\u0041"})
    void longBodiesAreShown(String part) {
        String body = "{\"payment_method\":\"" + part.repeat(200_000) + "\"}";

        assertThat(ShownBody.of(body.getBytes(UTF_8)), equalTo(new ShownBody("text", "{\"payment_method\":\"***\"}")));
    }
}
