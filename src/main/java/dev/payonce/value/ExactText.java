package dev.payonce.value;

import static java.nio.charset.StandardCharsets.UTF_8;

import jakarta.persistence.AttributeConverter;
import jakarta.persistence.Converter;

/**
 * Keeps text that is compared exactly in a VARBINARY column: even MySQL's binary text collations take 'a' and 'a ' for
 * the same value.
 */
@Converter
public class ExactText implements AttributeConverter<String, byte[]> {

    @Override
    public byte[] convertToDatabaseColumn(String text) {
        return text == null ? null : text.getBytes(UTF_8);
    }

    @Override
    public String convertToEntityAttribute(byte[] bytes) {
        return bytes == null ? null : new String(bytes, UTF_8);
    }
}
