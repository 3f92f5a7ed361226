package dev.payonce.checkout;

import io.quarkus.qute.i18n.Message;
import io.quarkus.qute.i18n.MessageBundle;

/** The texts of the start page, in {@code messages/shop_en.properties} and its Chinese twin. */
@MessageBundle(value = "shop", locale = "en")
interface ShopTexts {

    @Message
    String title();

    @Message
    String lead();

    @Message
    String signedIn();

    @Message
    String signOut();

    @Message
    String trouble();

    @Message
    String goods();

    @Message
    String left();

    @Message
    String none();

    @Message
    String buy();

    @Message
    String more();

    @Message
    String orders();

    @Message
    String pending();

    @Message
    String processing();

    @Message
    String paid();

    @Message
    String paymentFailed();

    @Message
    String partiallyRefunded();

    @Message
    String refunded();

    @Message
    String cancelled();

    @Message
    String expired();

    @Message
    String tour();

    @Message
    String tourPress();

    @Message
    String tourPressNext();

    @Message
    String tourReload();

    @Message
    String tourReloadNext();

    @Message
    String tourLose();

    @Message
    String tourLoseNext();

    @Message
    String tourLab();

    @Message
    String tourLabNext();

    @Message
    String tourConsole();

    @Message
    String tourConsoleNext();

    @Message
    String tourApi();

    @Message
    String tourApiNext();

    @Message
    String plain();

    @Message
    String plainExplorer();

    @Message
    String plainContract();

    @Message
    String plainProblems();
}
