package dev.payonce.idempotency;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.payonce.store.StoreFault;
import dev.payonce.value.Sha256;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Optional;

/** Results as JSON in their rows, and requests as fingerprints. */
@ApplicationScoped
class Results {

    private final ObjectMapper json;

    /** Absent fields leave no trace, so that a field added later does not change the fingerprint of an old request. */
    private final ObjectMapper canonical = JsonMapper.builder()
            .enable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
            .defaultPropertyInclusion(
                    JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.NON_NULL))
            .build();

    Results(ObjectMapper json) {
        this.json = json;
    }

    byte[] fingerprint(Object content) {
        try {
            return Sha256.of(canonical.writeValueAsBytes(content));
        } catch (JsonProcessingException broken) {
            throw new IllegalStateException("a parsed request must have a JSON form", broken);
        }
    }

    String write(Object result) {
        try {
            return json.writeValueAsString(result);
        } catch (JsonProcessingException broken) {
            throw new IllegalStateException("a result must have a JSON form", broken);
        }
    }

    /** A result as it is recorded, whoever records it. */
    String text(Kept<?> kept) {
        return kept.text() == null ? write(kept.once().result()) : kept.text();
    }

    /** Reads what this or another version of the service wrote; empty where this one cannot. */
    <T> Optional<Once<T>> read(String result, Class<? extends T> type, Once.Kind kind) {
        try {
            T read = json.readerFor(type)
                    .without(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                    .readValue(result);
            return Optional.of(new Once<>(kind, read));
        } catch (JsonProcessingException notOurs) {
            return Optional.empty();
        }
    }

    /** The other version can answer. Without the parser's words, which quote what they stumble over. */
    static StoreFault unreadable(Class<?> type) {
        return StoreFault.ofNewerVersion("a recorded " + type.getSimpleName());
    }
}
