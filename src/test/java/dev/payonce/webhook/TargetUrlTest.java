package dev.payonce.webhook;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.is;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which URLs an endpoint may have, before anything is looked up. */
class TargetUrlTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://shop.example",
                "https://shop.example/",
                "HTTPS://Shop.Example:8443/hook?token=x&a=%20",
                "https://xn--bcher-kva.example/",
                "https://93.184.216.34/",
                "https://[2606:4700:4700::1111]:444/x"
            })
    void publicHttpsIsAllowed(String url) {
        assertThat(TargetUrl.parse(url).map(TargetUrl::mayBePublic), equalTo(Optional.of(true)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://shop.example/",
                "https://localhost/",
                "https://LOCALHOST:8443/",
                "https://a.localhost/",
                "https://mysql:3306/",
                "https://printer.local/",
                "https://metadata.google.internal/",
                "https://127.0.0.1/",
                "https://10.1.2.3/",
                "https://169.254.169.254/latest/meta-data/",
                "https://100.64.0.1/",
                "https://[::1]/",
                "https://[::ffff:127.0.0.1]/",
                "https://[fd00:ec2::254]/",
                "https://[fe80::1]/"
            })
    void plainHttpAndLocalTargetsAreNot(String url) {
        assertThat(TargetUrl.parse(url).map(TargetUrl::mayBePublic), equalTo(Optional.of(false)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "shop.example",
                "/hook",
                "ftp://shop.example/",
                "file:///etc/passwd",
                "gopher://shop.example/",
                "https:/shop.example",
                "https://",
                "https:///hook",
                "https://user@shop.example/",
                "https://user:password@shop.example/",
                "https://shop.example/#part",
                "https://shop.example:0/",
                "https://shop.example:65536/",
                "https://shop.example:x/",
                "https://shop_example /",
                "https://shop.example/a b",
                "https://shop.example/\n",
                "https://shop.example\\@127.0.0.1/",
                "https://127.1/",
                "https://2130706433/",
                "https://0x7f000001/",
                "https://0177.0.0.1/",
                "https://1.2.3.4.5/",
                "https://256.1.1.1/",
                "https://[::1%25lo]/",
                "https://b\u00fccher.example/",
                "https://\u2460\u2461\u2466.0.0.1/"
            })
    void whatIsNoUrlOfTheWebIsNone(String url) {
        assertThat(TargetUrl.parse(url), equalTo(Optional.empty()));
    }

    @Test
    void aUrlThatIsTooLongIsNone() {
        assertThat(TargetUrl.parse("https://shop.example/" + "x".repeat(2027)).isPresent(), is(true));
        assertThat(TargetUrl.parse("https://shop.example/" + "x".repeat(2028)).isPresent(), is(false));
    }

    @Test
    void aUrlIsTakenApart() {
        assertThat(
                TargetUrl.parse("https://shop.example:8443/a/b?c=d"),
                equalTo(Optional.of(new TargetUrl(true, "shop.example", 8443, "/a/b?c=d"))));
        assertThat(TargetUrl.parse("http://[::1]"), equalTo(Optional.of(new TargetUrl(false, "::1", 80, "/"))));
    }
}
