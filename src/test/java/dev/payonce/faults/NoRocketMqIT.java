package dev.payonce.faults;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is built without the Maven profile {@code rocketmq}: the other tests show that it runs. */
class NoRocketMqIT {

    private static final Path LIBRARIES =
            Path.of(System.getProperty("payonce.jar")).resolveSibling("lib").resolve("main");

    @BeforeEach
    void onlyWithoutTheProfile() {
        assumeFalse(isCompiled("dev.payonce.messaging.RocketBinding"));
    }

    @Test
    void theClientOfRocketMqIsNotInTheJar() throws IOException {
        try (Stream<Path> libraries = Files.list(LIBRARIES)) {
            List<String> theirs = libraries
                    .map(library -> library.getFileName().toString())
                    .filter(name -> name.contains("rocketmq"))
                    .toList();

            assertThat(theirs, is(empty()));
        }
    }

    @Test
    void switchedOnAllTheSameItEndsTheStartWithAWordOnHowToBuildIt() throws IOException {
        Map<String, String> on = Map.of("payonce.messaging.rocketmq.enabled", "true");
        try (ServiceProcess service = new ServiceProcess("http://127.0.0.1:1", on)) {
            service.launch();

            assertThat(service.exitStatus(Duration.ofSeconds(90)), is(not(equalTo(0))));
            String log = Files.readString(service.log());
            assertThat(
                    log,
                    containsString("payonce.messaging.rocketmq.enabled: this build has no client for RocketMQ;"
                            + " build with mvn package -Procketmq"));
        }
    }

    private static boolean isCompiled(String name) {
        try {
            Class.forName(name, false, NoRocketMqIT.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException absent) {
            return false;
        }
    }
}
