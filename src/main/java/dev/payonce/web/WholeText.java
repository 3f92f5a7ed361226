package dev.payonce.web;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.deser.std.StdScalarDeserializer;
import com.fasterxml.jackson.databind.deser.std.StringDeserializer;
import java.io.IOException;

/** Text without half characters: an escape such as {@code "\ud83d"} alone cannot be stored or sent on as UTF-8. */
class WholeText extends StdScalarDeserializer<String> {

    static final String HALF = "half of a surrogate pair";

    WholeText() {
        super(String.class);
    }

    @Override
    public String deserialize(JsonParser parser, DeserializationContext context) throws IOException {
        String text = StringDeserializer.instance.deserialize(parser, context);
        if (text != null && text.codePoints().anyMatch(WholeText::isHalf)) {
            context.reportInputMismatch(this, HALF);
        }
        return text;
    }

    private static boolean isHalf(int codePoint) {
        return codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
    }
}
