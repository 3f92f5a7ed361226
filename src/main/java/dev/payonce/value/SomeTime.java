package dev.payonce.value;

import jakarta.validation.Constraint;
import jakarta.validation.Payload;
import jakarta.validation.ReportAsSingleViolation;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.hibernate.validator.constraints.time.DurationMin;

/** A duration of at least a millisecond: with none at all, what waits or repeats so long would never go or never end. */
@DurationMin(millis = 1)
@ReportAsSingleViolation
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@Constraint(validatedBy = {})
public @interface SomeTime {

    String message() default "must be a millisecond at least";

    Class<?>[] groups() default {};

    Class<? extends Payload>[] payload() default {};
}
