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

/**
 * Text of 1 to {@link #max} characters (code points) that can be stored and shown: no control characters, no half of a
 * surrogate pair. Null is left to {@code @NotNull}.
 */
@Documented
@Target({ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER, ElementType.TYPE_USE})
@Retention(RetentionPolicy.RUNTIME)
@Constraint(validatedBy = PlainText.Check.class)
public @interface PlainText {

    int max();

    String message() default "must be 1 to {max} characters, none of them a control character";

    Class<?>[] groups() default {};

    Class<? extends Payload>[] payload() default {};

    /** Whether a text is plain. */
    class Check implements ConstraintValidator<PlainText, String> {

        private int max;

        @Override
        public void initialize(PlainText constraint) {
            max = constraint.max();
        }

        @Override
        public boolean isValid(String text, ConstraintValidatorContext context) {
            return text == null || isPlain(text, max);
        }

        public static boolean isPlain(String text, int max) {
            return !text.isEmpty()
                    && text.codePointCount(0, text.length()) <= max
                    && text.codePoints().allMatch(c -> !Character.isISOControl(c) && !isHalfPair(c));
        }

        private static boolean isHalfPair(int codePoint) {
            return codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
        }
    }
}
