package dev.payonce.lab;

import io.quarkus.qute.i18n.Message;
import io.quarkus.qute.i18n.MessageBundle;

/** The words of the lab, in {@code messages/lab_en.properties} and its Chinese twin. */
@MessageBundle(value = "lab", locale = "en")
interface LabTexts {

    @Message
    String title();

    @Message
    String lead();

    @Message
    String safe();

    @Message
    String storm();

    @Message
    String pattern();

    @Message
    String callers();

    @Message
    String callersValue();

    @Message
    String delay();

    @Message
    String delayValue();

    @Message
    String faultTitle();

    @Message
    String run();

    @Message
    String runAll();

    @Message
    String stop();

    @Message
    String running();

    @Message
    String runningAll();

    @Message
    String stopped();

    @Message
    String busy();

    @Message
    String trouble();

    @Message
    String signIn();

    @Message
    String empty();

    @Message
    String result();

    @Message
    String chargesOne();

    @Message
    String chargesMany();

    @Message
    String mustBe();

    @Message
    String unexpected();

    @Message
    String answers();

    @Message
    String order();

    @Message
    String perSecond();

    @Message
    String p50();

    @Message
    String p99();

    @Message
    String atOnce();

    @Message
    String held();

    @Message
    String line();

    @Message
    String lineMore();

    @Message
    String faultAt();

    @Message
    String moment();

    @Message
    String caller();

    @Message
    String worker();

    @Message
    String says();

    @Message
    String told();

    @Message
    String compare();

    @Message
    String clear();

    @Message
    String charges();

    @Message
    String speed();

    @Message
    String times();

    @Message
    String cards();

    @Message
    String cardsLead();

    @Message
    String priceTitle();

    @Message
    String tryIt();

    @Message
    String fault(Fault fault);

    @Message
    String faultIs(Fault fault);

    /** One word. */
    @Message
    String verdict(Verdict verdict);

    @Message
    String verdictIs(Verdict verdict);

    @Message
    String answer(Answer answer);

    @Message
    String status(LabStatus status);

    @Message
    String step(Step step);

    @Message
    String name(PatternName pattern);

    /** One paragraph: how it works, and where it breaks. */
    @Message
    String how(PatternName pattern);

    /** What is paid for it. */
    @Message
    String price(PatternName pattern);
}
