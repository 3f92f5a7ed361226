package dev.payonce.console;

import io.quarkus.qute.i18n.Message;
import io.quarkus.qute.i18n.MessageBundle;

/** The words of the console, in {@code messages/console_en.properties} and its Chinese twin. */
@MessageBundle(value = "console", locale = "en")
interface ConsoleTexts {

    @Message
    String title();

    @Message
    String nav();

    @Message
    String overview();

    @Message
    String orders();

    @Message
    String payments();

    @Message
    String recovery();

    @Message
    String deadLetters();

    @Message
    String deliveries();

    @Message
    String connecting();

    @Message
    String live();

    @Message
    String lost();

    @Message
    String full();

    @Message
    String who();

    @Message
    String signOut();

    @Message
    String loading();

    @Message
    String refused();

    @Message
    String refusedNobody();

    @Message
    String refusedOther();

    @Message
    String refusedSandbox();

    @Message
    String signInSandbox();

    @Message
    String refusedElsewhere();

    @Message
    String here();

    @Message
    String hereNote();

    @Message
    String window();

    @Message
    String perSecond();

    @Message
    String perSecondIs();

    @Message
    String approved();

    @Message
    String declined();

    @Message
    String uncertain();

    @Message
    String duplicates();

    @Message
    String duplicatesIs();

    @Message
    String replay();

    @Message
    String inProgress();

    @Message
    String otherToken();

    @Message
    String otherDuplicates();

    @Message
    String latency();

    @Message
    String latencyIs();

    @Message
    String parts();

    @Message
    String partsIs();

    @Message
    String gateway();

    @Message
    String p50();

    @Message
    String p95();

    @Message
    String p99();

    @Message
    String idle();

    @Message
    String plotIs();

    @Message
    String valueIs();

    @Message
    String plotNow();

    @Message
    String plotAgo();

    @Message
    String sinceStart();

    @Message
    String tokens();

    @Message
    String charged();

    @Message
    String stopped();

    @Message
    String replayed();

    @Message
    String resolved();

    @Message
    String shared();

    @Message
    String sharedNote();

    @Message
    String what();

    @Message
    String count();

    @Message
    String oldest();

    @Message
    String open();

    @Message
    String recovering();

    @Message
    String buffer();

    @Message
    String ofLimit();

    @Message
    String outbox();

    @Message
    String waitingDeliveries();

    @Message
    String givenUpDeliveries();

    @Message
    String refunds();

    @Message
    String givenUpRefunds();

    @Message
    String undead();

    @Message
    String atLeast();

    @Message
    String stores();

    @Message
    String storesNote();

    @Message
    String up();

    @Message
    String away();

    @Message
    String mysqlAway();

    @Message
    String mysqlAwayNext();

    @Message
    String redisAway();

    @Message
    String redisAwayNext();

    @Message
    String searchFor();

    @Message
    String searchHint();

    @Message
    String state();

    @Message
    String anyState();

    @Message
    String find();

    @Message
    String clear();

    @Message
    String wrongId();

    @Message
    String notFound();

    @Message
    String noOrders();

    @Message
    String noPayments();

    @Message
    String noOpen();

    @Message
    String noOpenRefunds();

    @Message
    String noLetters();

    @Message
    String noDeliveries();

    @Message
    String trouble();

    @Message
    String doTrouble();

    @Message
    String unreachable();

    @Message
    String reference();

    @Message
    String again();

    @Message
    String more();

    @Message
    String refresh();

    @Message
    String shown();

    @Message
    String order();

    @Message
    String payment();

    @Message
    String customer();

    @Message
    String amount();

    @Message
    String created();

    @Message
    String paidAt();

    @Message
    String settled();

    @Message
    String decline();

    @Message
    String refunded();

    @Message
    String utc();

    @Message
    String back();

    @Message
    String expires();

    @Message
    String version();

    @Message
    String description();

    @Message
    String goods();

    @Message
    String quantity();

    @Message
    String history();

    @Message
    String historyNote();

    @Message
    String historyMore();

    @Message
    String moved();

    @Message
    String made();

    @Message
    String amended();

    @Message
    String byWhom();

    @Message
    String paymentOpened();

    @Message
    String paymentEnded();

    @Message
    String refundOpened();

    @Message
    String refundEnded();

    @Message
    String stillOpen();

    @Message
    String later();

    @Message
    String recheck();

    @Message
    String rechecking();

    @Message
    String rechecked();

    @Message
    String recoveryNote();

    @Message
    String age();

    @Message
    String why();

    @Message
    String atWork();

    @Message
    String sent();

    @Message
    String notSent();

    @Message
    String checks();

    @Message
    String next();

    @Message
    String refundsTitle();

    @Message
    String refund();

    @Message
    String person();

    @Message
    String lettersNote();

    @Message
    String dead();

    @Message
    String redriven();

    @Message
    String letter();

    @Message
    String origin();

    @Message
    String seen();

    @Message
    String times();

    @Message
    String redrive();

    @Message
    String redriving();

    @Message
    String redrove();

    @Message
    String body();

    @Message
    String headers();

    @Message
    String size();

    @Message
    String details();

    @Message
    String deliveriesNote();

    @Message
    String delivery();

    @Message
    String event();

    @Message
    String receiver();

    @Message
    String attempts();

    @Message
    String attempt();

    @Message
    String noAttempts();

    @Message
    String resend();

    @Message
    String resending();

    @Message
    String resent();

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
    String allRefunded();

    @Message
    String cancelled();

    @Message
    String expired();

    @Message
    String unrecognized();

    @Message
    String isOpen();

    @Message
    String succeeded();

    @Message
    String failed();

    @Message
    String rejected();

    @Message
    String waits();

    @Message
    String delivered();

    @Message
    String givenUp();

    @Message
    String audit();

    @Message
    String auditNote();

    @Message
    String noAudit();

    @Message
    String result();

    @Message
    String done();

    @Message
    String forbidden();

    @Message
    String at();

    @Message
    String byWho();

    @Message
    String deed();

    @Message
    String about();

    @Message
    String from();

    @Message
    String request();

    @Message
    String unnamed();
}
