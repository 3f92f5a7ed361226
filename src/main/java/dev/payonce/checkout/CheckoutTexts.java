package dev.payonce.checkout;

import io.quarkus.qute.i18n.Message;
import io.quarkus.qute.i18n.MessageBundle;

/** The texts of the checkout page, in {@code messages/checkout_en.properties} and its Chinese twin. */
@MessageBundle(value = "checkout", locale = "en")
interface CheckoutTexts {

    @Message
    String title();

    @Message
    String loading();

    @Message
    String order();

    @Message
    String each();

    @Message
    String total();

    @Message
    String number();

    @Message
    String payTitle();

    @Message
    String method();

    @Message
    String pay();

    @Message
    String paying();

    @Message
    String once();

    @Message
    String slow();

    @Message
    String waiting();

    @Message
    String offline();

    @Message
    String until();

    @Message
    String declined();

    @Message
    String declinedNext();

    @Message
    String doNotHonor();

    @Message
    String insufficientFunds();

    @Message
    String failed();

    @Message
    String failedNext();

    @Message
    String mismatchNext();

    @Message
    String notPaid();

    @Message
    String notPaidNext();

    @Message
    String changed();

    @Message
    String changedPrices();

    @Message
    String changedNext();

    @Message
    String soldOut();

    @Message
    String soldOutNext();

    @Message
    String limited();

    @Message
    String limitedNext();

    @Message
    String rejected();

    @Message
    String rejectedNext();

    @Message
    String reference();

    @Message
    String noMethods();

    @Message
    String checking();

    @Message
    String checkingNext();

    @Message
    String checkingSafe();

    @Message
    String paid();

    @Message
    String paidNext();

    @Message
    String amount();

    @Message
    String when();

    @Message
    String payment();

    @Message
    String print();

    @Message
    String shop();

    @Message
    String refunded();

    @Message
    String refundedNext();

    @Message
    String refundedFull();

    @Message
    String refundedPart();

    @Message
    String expired();

    @Message
    String expiredNext();

    @Message
    String cancelled();

    @Message
    String cancelledNext();

    @Message
    String other();

    @Message
    String otherNext();

    @Message
    String signedOut();

    @Message
    String signedOutNext();

    @Message
    String signedOutInFlight();

    @Message
    String signedOutSandbox();

    @Message
    String signInSandbox();

    @Message
    String signIn();

    @Message
    String notFound();

    @Message
    String notFoundNext();

    @Message
    String unreachable();

    @Message
    String unreachableNext();

    @Message
    String again();

    @Message
    String pmOk();

    @Message
    String pmOkHint();

    @Message
    String pmDeclined();

    @Message
    String pmDeclinedHint();

    @Message
    String pmFunds();

    @Message
    String pmFundsHint();

    @Message
    String pmSlow();

    @Message
    String pmSlowHint();

    @Message
    String pmCut();

    @Message
    String pmCutHint();
}
