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
import java.util.Arrays;
import java.util.List;

/** The name of one of an enum's values, but for what only a newer version knows. Null is left to {@code @NotNull}. */
@Documented
@Target(ElementType.PARAMETER)
@Retention(RetentionPolicy.RUNTIME)
@Constraint(validatedBy = OneOf.Check.class)
public @interface OneOf {

    Class<? extends Enum<?>> value();

    /** The names are told by the check. */
    String message() default "";

    Class<?>[] groups() default {};

    Class<? extends Payload>[] payload() default {};

    /** Whether a text is such a name. */
    class Check implements ConstraintValidator<OneOf, String> {

        private List<String> names;

        @Override
        public void initialize(OneOf constraint) {
            names = Arrays.stream(constraint.value().getEnumConstants())
                    .map(Enum::name)
                    .filter(name -> !name.equals(StoredEnum.UNRECOGNIZED))
                    .toList();
        }

        @Override
        public boolean isValid(String name, ConstraintValidatorContext context) {
            if (name == null || names.contains(name)) {
                return true;
            }
            context.disableDefaultConstraintViolation();
            context.buildConstraintViolationWithTemplate("must be one of " + String.join(", ", names))
                    .addConstraintViolation();
            return false;
        }
    }
}
