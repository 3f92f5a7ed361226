package dev.payonce.value;

import jakarta.validation.Constraint;
import jakarta.validation.ConstraintValidator;
import jakarta.validation.ConstraintValidatorContext;
import jakarta.validation.Payload;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** An upper-case ISO 4217 code, as {@link Money} takes it. Null is left to {@code @NotNull}. */
@Documented
@Target({ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER})
@Retention(RetentionPolicy.RUNTIME)
@Constraint(validatedBy = CurrencyCode.Check.class)
public @interface CurrencyCode {

    String message() default "must be an upper-case ISO 4217 code such as USD";

    Class<?>[] groups() default {};

    Class<? extends Payload>[] payload() default {};

    /** Whether a text is such a code. */
    class Check implements ConstraintValidator<CurrencyCode, String> {

        @Override
        public boolean isValid(String code, ConstraintValidatorContext context) {
            return code == null || Money.isCurrency(code);
        }
    }
}
