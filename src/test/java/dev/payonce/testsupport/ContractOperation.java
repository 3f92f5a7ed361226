package dev.payonce.testsupport;

import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.MediaType;
import java.util.List;
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
        Object roles = description.getExtensions() == null
                ? null
                : description.getExtensions().get("x-roles");
        return roles == null ? List.of() : (List<String>) roles;
    }

    /** The sandbox gateway speaks its own protocol; everything else answers errors as problem+json. */
    public boolean isOwnProtocol() {
        return template.startsWith("/sandbox/gateway");
    }

    /** Anonymous until the signature proves who speaks, which is looked at before the body is parsed. */
    public boolean isSigned() {
        return description.getExtensions() != null
                && description.getExtensions().containsKey("x-signed");
    }

    /** Answers with all stores away; a 503 of its own says that it is busy. */
    public boolean worksWithoutStores() {
        return description.getExtensions() != null
                && description.getExtensions().containsKey("x-without-stores");
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
