package dev.payonce.testsupport;

import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.MediaType;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * One method of one path in the contract.
 *
 * @param template the path as the file spells it, such as {@code /orders/{id}}
 */
public record ContractOperation(String method, String template, Pattern path, Operation description) {

    /** The statuses that the file lists by number; {@code default} stands for those that no test can bring about at will. */
    public Set<String> statuses() {
        Set<String> statuses = new TreeSet<>(description.getResponses().keySet());
        statuses.remove("default");
        return statuses;
    }

    public boolean matches(String actualPath) {
        return path.matcher(actualPath).matches();
    }

    public boolean isPublic() {
        return description.getSecurity() != null && description.getSecurity().isEmpty();
    }

    public boolean takesBody() {
        return description.getRequestBody() != null;
    }

    /** Who may call it; empty for public operations. */
    @SuppressWarnings("unchecked")
    public List<String> roles() {
        return (List<String>) extension("x-roles").orElse(List.of());
    }

    /** The roles that reach nothing but their own, each with what it is told about the rest; empty where nothing is said. */
    @SuppressWarnings("unchecked")
    public Optional<Map<String, String>> ownOnly() {
        return (Optional<Map<String, String>>) (Optional<?>) extension("x-own-only");
    }

    private Optional<Object> extension(String name) {
        return Optional.ofNullable(description.getExtensions()).map(all -> all.get(name));
    }

    /** The sandbox gateway speaks its own protocol; everything else answers errors as problem+json. */
    public boolean isOwnProtocol() {
        return template.startsWith("/sandbox/gateway");
    }

    /** Anonymous until the signature proves who speaks, which is looked at before the body is parsed. */
    public boolean isSigned() {
        return extension("x-signed").isPresent();
    }

    /** Answers with all stores away; a 503 of its own says that it is busy. */
    public boolean worksWithoutStores() {
        return extension("x-without-stores").isPresent();
    }

    /** The path with every parameter set to this value. */
    public String at(String value) {
        return template.replaceAll("\\{[^}]*}", value);
    }

    /** A body that the contract allows, as the file's first example has it. */
    public Object exampleBody() {
        Content content = description.getRequestBody().getContent();
        MediaType json = content.get("application/json");
        return Optional.ofNullable(json.getExample())
                .orElseGet(() -> json.getExamples().values().iterator().next().getValue());
    }

    @Override
    public String toString() {
        return method + " " + template;
    }
}
