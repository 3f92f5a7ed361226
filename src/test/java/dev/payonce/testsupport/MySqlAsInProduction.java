package dev.payonce.testsupport;

import io.quarkus.test.junit.QuarkusTestProfile;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/** MySQL is given up as soon as in production: the other tests are more patient, for all of a busy machine may stall. */
public class MySqlAsInProduction implements QuarkusTestProfile {

    @Override
    public Map<String, String> getConfigOverrides() {
        Properties production = new Properties();
        try (InputStream file = MySqlAsInProduction.class.getResourceAsStream("/application.properties")) {
            production.load(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Map<String, String> settings = new HashMap<>();
        for (String name : List.of(
                "quarkus.datasource.jdbc.acquisition-timeout",
                "quarkus.datasource.jdbc.additional-jdbc-properties.socketTimeout")) {
            settings.put(name, production.getProperty(name));
        }
        // the default
        settings.put("payonce.store.reconnect-for", "500MS");
        return settings;
    }
}
