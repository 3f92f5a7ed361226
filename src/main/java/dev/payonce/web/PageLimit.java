package dev.payonce.web;

import jakarta.validation.Constraint;
import jakarta.validation.Payload;
import jakarta.validation.ReportAsSingleViolation;
import jakarta.validation.constraints.Pattern;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * How many items a {@link Page} may have at most. Taken as text, for a number that cannot be read would be answered as an
 * unknown path.
 */
@Pattern(regexp = "[1-9][0-9]?|100")
@ReportAsSingleViolation
@Documented
@Target(ElementType.PARAMETER)
@Retention(RetentionPolicy.RUNTIME)
@Constraint(validatedBy = {})
public @interface PageLimit {

    /** If the caller does not say, as text for {@code @DefaultValue}. */
    String DEFAULT = "20";

    String message() default "must be a number from 1 to 100";

    Class<?>[] groups() default {};

    Class<? extends Payload>[] payload() default {};
}
