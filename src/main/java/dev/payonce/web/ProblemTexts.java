package dev.payonce.web;

import io.quarkus.qute.i18n.Message;
import io.quarkus.qute.i18n.MessageBundle;

/** The texts around the problems, in {@code messages/problem_en.properties} and its Chinese twin. */
@MessageBundle(value = "problem", locale = "en")
interface ProblemTexts {

    @Message
    String title();

    @Message
    String lead();

    @Message
    String code();

    @Message
    String status();

    @Message
    String meaning();

    @Message
    String repeat();

    @Message
    String yes();

    @Message
    String no();

    @Message
    String remedy();

    @Message
    String repeatYes();

    @Message
    String repeatNo();

    @Message
    String help();

    /** In English, the problem's title. */
    @Message
    String name(ProblemType problem);
}
