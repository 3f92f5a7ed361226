package dev.payonce.lab;

import java.util.Locale;
import java.util.ResourceBundle;
import java.util.ResourceBundle.Control;

/** What the patterns and faults are called and what they are worth, in one language. */
final class LabTexts {

    static final LabTexts ENGLISH = new LabTexts(Locale.ROOT);
    static final LabTexts CHINESE = new LabTexts(Locale.CHINESE);

    private final ResourceBundle texts;

    private LabTexts(Locale language) {
        // never the machine's own language
        this.texts = ResourceBundle.getBundle(
                "lab/texts", language, Control.getNoFallbackControl(Control.FORMAT_PROPERTIES));
    }

    String title(PatternName pattern) {
        return texts.getString(pattern + ".title");
    }

    /** One paragraph: how it works, and where it breaks. */
    String explanation(PatternName pattern) {
        return texts.getString(pattern + ".explanation");
    }

    /** What is paid for it. */
    String price(PatternName pattern) {
        return texts.getString(pattern + ".price");
    }

    String title(Fault fault) {
        return texts.getString(fault + ".title");
    }

    String explanation(Fault fault) {
        return texts.getString(fault + ".explanation");
    }
}
