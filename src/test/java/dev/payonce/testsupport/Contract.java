package dev.payonce.testsupport;

import com.atlassian.oai.validator.OpenApiInteractionValidator;
import com.atlassian.oai.validator.schema.ValidationConfiguration;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.PathItem;
import io.swagger.v3.parser.OpenAPIV3Parser;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** {@code openapi.yaml}, read from the top level of the project. */
public final class Contract {

    public static final Path FILE = Path.of("openapi.yaml").toAbsolutePath();

    private static final OpenAPI PARSED = new OpenAPIV3Parser().read(FILE.toString());
    /** More than the schemas of the file: one that is not kept is built anew for each call, with all that it may refer to. */
    private static final int SCHEMAS = 2_000;

    private static final OpenApiInteractionValidator VALIDATOR = OpenApiInteractionValidator.createFor(
                    FILE.toUri().toString())
            .withSchemaValidationConfiguration(new ValidationConfiguration().setMaxCacheSize(SCHEMAS))
            .build();

    private static final List<ContractOperation> OPERATIONS = PARSED.getPaths().entrySet().stream()
            .flatMap(path -> operations(path.getKey(), path.getValue()))
            .toList();

    private Contract() {}

    public static OpenAPI parsed() {
        return PARSED;
    }

    public static OpenApiInteractionValidator validator() {
        return VALIDATOR;
    }

    public static List<ContractOperation> operations() {
        return OPERATIONS;
    }

    public static Optional<ContractOperation> find(String method, String path) {
        return OPERATIONS.stream()
                .filter(operation -> operation.method().equals(method) && operation.matches(path))
                .findFirst();
    }

    private static Stream<ContractOperation> operations(String template, PathItem item) {
        Pattern path = Pattern.compile(template.replaceAll("\\{[^}]*}", "[^/]+"));
        return item.readOperationsMap().entrySet().stream()
                .map(entry -> new ContractOperation(entry.getKey().name(), template, path, entry.getValue()));
    }

    /** The statuses that the file promises by number, each as {@code METHOD /path status}. */
    public static Set<String> promised() {
        return OPERATIONS.stream()
                .flatMap(operation -> operation.statuses().stream().map(status -> operation + " " + status))
                .collect(Collectors.toSet());
    }
}
