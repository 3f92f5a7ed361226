package dev.payonce.web;

import io.quarkus.qute.i18n.Message;
import io.quarkus.qute.i18n.MessageBundle;

/** What stands around every page; the texts are in {@code messages/page_en.properties} and its Chinese twin. */
@MessageBundle(value = "page", locale = "en")
interface PageTexts {

    @Message
    String skip();

    @Message
    String look();

    @Message
    String dark();

    @Message
    String scriptNeeded();

    @Message
    String api();

    @Message
    String problems();
}
