package dev.payonce.web;

import io.quarkus.qute.TemplateExtension;
import io.quarkus.qute.TemplateExtension.TemplateAttribute;
import io.quarkus.qute.TemplateInstance;
import io.vertx.core.http.Cookie;
import io.vertx.core.http.HttpServerRequest;
import java.util.Locale;
import java.util.Optional;

/**
 * How a reader wants pages: as the switches at their top have kept it in cookies ({@code page.js} writes them); without,
 * the language is the one that the browser asks for, and the colours are those of the reader's system.
 *
 * @param theme {@code light}, {@code dark} or empty
 */
record Look(Language language, String theme) {

    static final String LANGUAGE_COOKIE = "payonce-language";
    static final String THEME_COOKIE = "payonce-theme";

    private static final String THEME_ATTRIBUTE = "theme";

    /** The languages that pages are written in; each has its files under {@code messages/}. */
    enum Language {
        EN("en"),
        ZH("zh");

        private final String tag;

        Language(String tag) {
            this.tag = tag;
        }

        Locale locale() {
            return Locale.forLanguageTag(tag);
        }

        static Language ofTag(String tag) {
            return "zh".equals(tag) ? ZH : EN;
        }
    }

    static Look of(HttpServerRequest request) {
        return new Look(language(request), theme(request));
    }

    private static Language language(HttpServerRequest request) {
        return cookie(request, LANGUAGE_COOKIE)
                .map(Language::ofTag)
                .orElseGet(() -> accepted(request.getHeader("Accept-Language")));
    }

    private static Language accepted(String languages) {
        if (languages == null) {
            return Language.EN;
        }
        try {
            return Locale.LanguageRange.parse(languages).stream()
                    .map(range -> Locale.forLanguageTag(range.getRange()).getLanguage())
                    .filter(language -> language.equals("zh") || language.equals("en"))
                    .findFirst()
                    .map(Language::ofTag)
                    .orElse(Language.EN);
        } catch (IllegalArgumentException nonsense) {
            return Language.EN;
        }
    }

    private static String theme(HttpServerRequest request) {
        return cookie(request, THEME_COOKIE)
                .filter(theme -> theme.equals("light") || theme.equals("dark"))
                .orElse("");
    }

    private static Optional<String> cookie(HttpServerRequest request, String name) {
        return Optional.ofNullable(request.getCookie(name)).map(Cookie::getValue);
    }

    /** For {@code layout.html}, so that pages need not hand it on: {@code {look:language}} and {@code {look:theme}}. */
    @TemplateExtension(namespace = "look")
    static class InTemplates {

        /** The value of {@code lang}; the Chinese is written in simplified characters. */
        static String language(@TemplateAttribute(TemplateInstance.LOCALE) Object locale) {
            return Locale.CHINESE.equals(locale) ? "zh-Hans" : "en";
        }

        static String theme(@TemplateAttribute(THEME_ATTRIBUTE) Object theme) {
            return theme.toString();
        }
    }

    TemplateInstance on(TemplateInstance page) {
        return page.setLocale(language.locale()).setAttribute(THEME_ATTRIBUTE, theme);
    }
}
