package dev.payonce;

import dev.payonce.embedded.EmbeddedStoreException;
import dev.payonce.embedded.EmbeddedStores;
import dev.payonce.web.HeadTimeout;
import io.quarkus.runtime.Quarkus;
import io.quarkus.runtime.QuarkusApplication;
import io.quarkus.runtime.annotations.QuarkusMain;
import io.quarkus.runtime.configuration.ConfigUtils;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.ConfigProvider;

/** Starts the service: on stores of its own in demo and dev, else on those it is given. */
@QuarkusMain
public class Payonce implements QuarkusApplication {

    private static final int REFUSED_TO_START = 1;

    /** Live reload calls this again in the same process. */
    public static void main(String... args) {
        NameCache.keepBriefly();
        HeadTimeout.install();
        var config = ConfigProvider.getConfig();
        if (bringsItsOwnStores(config)) {
            startStores(config);
        } else {
            refuseWithout(RequiredSettings.problemsIn(config));
        }
        Quarkus.run(Payonce.class, args);
    }

    /** Called when the service answers; returns when it is told to stop. */
    @Override
    public int run(String... args) {
        var config = ConfigProvider.getConfig();
        if (bringsItsOwnStores(config)) {
            var here = address(config);
            System.out.printf("payonce is ready: %1$s/  ·  API explorer %1$s/q/swagger-ui%n", here);
        }
        Quarkus.waitForExit();
        return 0;
    }

    private static boolean bringsItsOwnStores(Config config) {
        return EmbeddedStores.areOnClassPath() && (!ConfigUtils.isProfileActive("prod") || isAskedForStores(config));
    }

    /** In dev mode the profile is not known yet when {@link #main} runs; Maven asks by a setting instead. */
    private static boolean isAskedForStores(Config config) {
        return config.getOptionalValue("payonce.embedded.enabled", Boolean.class)
                .orElse(false);
    }

    private static void startStores(Config config) {
        stopWithMaven();
        try {
            EmbeddedStores.startUnlessConfigured(config);
        } catch (EmbeddedStoreException e) {
            System.err.println(e.getMessage());
            System.exit(REFUSED_TO_START);
        }
    }

    /** Else a Maven that is killed would leave a service behind that nobody sees and that holds the ports. */
    private static void stopWithMaven() {
        ProcessHandle.current().parent().filter(Payonce::isJava).ifPresent(maven -> maven.onExit()
                .thenRunAsync(() -> System.exit(0)));
    }

    private static boolean isJava(ProcessHandle process) {
        return process.info()
                .command()
                .filter(program -> program.endsWith("java"))
                .isPresent();
    }

    private static void refuseWithout(RequiredSettings.Problems problems) {
        if (!problems.isEmpty()) {
            System.err.print(problems.message());
            System.exit(REFUSED_TO_START);
        }
    }

    private static String address(Config config) {
        var host = config.getValue("quarkus.http.host", String.class);
        var port = config.getValue("quarkus.http.port", Integer.class);
        return "http://%s:%d".formatted("0.0.0.0".equals(host) ? "127.0.0.1" : host, port);
    }
}
