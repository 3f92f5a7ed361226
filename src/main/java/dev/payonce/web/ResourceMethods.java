package dev.payonce.web;

import io.vertx.ext.web.Route;
import io.vertx.ext.web.Router;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.Path;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** Which methods each path of this service has, read off resources and routes: {@code Allow} and the contract's test ask. */
@ApplicationScoped
class ResourceMethods {

    private static final Pattern ROUTE_PARAMETER = Pattern.compile(":(\\w+)");

    private final List<Operation> resources;
    private final Router router;
    private final String managementPath;

    ResourceMethods(
            BeanManager beans,
            Router router,
            @ConfigProperty(name = "quarkus.http.non-application-root-path", defaultValue = "q") String management) {
        this.router = router;
        this.managementPath = "/" + management;
        this.resources = beans.getBeans(Object.class, Any.Literal.INSTANCE).stream()
                .map(Bean::getBeanClass)
                .distinct()
                .filter(type -> type.isAnnotationPresent(Path.class))
                .flatMap(ResourceMethods::operationsOf)
                .toList();
    }

    /** @param template as in the contract, such as {@code /orders/{id}} */
    record Operation(String method, String template, Pattern path) {

        Operation(String method, String template) {
            this(method, template, Pattern.compile(template.replaceAll("\\{[^}]*}", "[^/]+")));
        }
    }

    List<Operation> operations() {
        return Stream.concat(resources.stream(), router.getRoutes().stream().flatMap(this::operationsOf))
                .toList();
    }

    /** The value of {@code Allow}: GET brings HEAD, and each path answers OPTIONS. Empty where there is no such path. */
    Set<String> allowedAt(String path) {
        Set<String> allowed = new TreeSet<>();
        operations().stream()
                .filter(operation -> operation.path().matcher(path).matches())
                .forEach(operation -> allowed.add(operation.method()));
        if (allowed.contains(HttpMethod.GET)) {
            allowed.add(HttpMethod.HEAD);
        }
        if (!allowed.isEmpty()) {
            allowed.add(HttpMethod.OPTIONS);
        }
        return allowed;
    }

    /** Routes that name their methods are the service's own; those of the framework take them all or lie under its path. */
    private Stream<Operation> operationsOf(Route route) {
        if (route.methods() == null
                || route.getPath() == null
                || route.getPath().startsWith(managementPath)) {
            return Stream.empty();
        }
        String template = ROUTE_PARAMETER.matcher(route.getPath()).replaceAll("{$1}");
        return route.methods().stream().map(method -> new Operation(method.name(), template));
    }

    private static Stream<Operation> operationsOf(Class<?> resource) {
        return Arrays.stream(resource.getDeclaredMethods()).flatMap(method -> operationsOf(resource, method));
    }

    private static Stream<Operation> operationsOf(Class<?> resource, Method method) {
        return Arrays.stream(method.getAnnotations())
                .map(Annotation::annotationType)
                .filter(annotation -> annotation.isAnnotationPresent(HttpMethod.class))
                .map(annotation ->
                        new Operation(annotation.getAnnotation(HttpMethod.class).value(), template(resource, method)));
    }

    private static String template(Class<?> resource, Method method) {
        Path own = method.getAnnotation(Path.class);
        String joined = "/" + resource.getAnnotation(Path.class).value() + "/" + (own == null ? "" : own.value());
        String single = joined.replaceAll("/+", "/");
        return single.length() > 1 && single.endsWith("/") ? single.substring(0, single.length() - 1) : single;
    }
}
