package dev.payonce.value;

import jakarta.persistence.AttributeConverter;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Keeps an enum by its name. What a newer version of the service has written is read as the enum's {@value
 * #UNRECOGNIZED}. A row with that is shown and left alone: its entity must refuse to be updated.
 */
public abstract class StoredEnum<E extends Enum<E>> implements AttributeConverter<E, String> {

    static final String UNRECOGNIZED = "UNRECOGNIZED";

    private final Map<String, E> byName;
    private final E unrecognized;

    protected StoredEnum(Class<E> type) {
        this.byName = Arrays.stream(type.getEnumConstants()).collect(Collectors.toMap(Enum::name, Function.identity()));
        this.unrecognized = Enum.valueOf(type, UNRECOGNIZED);
    }

    @Override
    public String convertToDatabaseColumn(E value) {
        return value == null ? null : value.name();
    }

    @Override
    public E convertToEntityAttribute(String text) {
        return text == null ? null : byName.getOrDefault(text, unrecognized);
    }

    /** All that this version knows: what jobs may pick up. */
    public static <E extends Enum<E>> Set<E> known(Class<E> type) {
        return EnumSet.complementOf(EnumSet.of(Enum.valueOf(type, UNRECOGNIZED)));
    }
}
