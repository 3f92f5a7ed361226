package dev.payonce.web;

/**
 * Every error that a caller can meet: its status, whether the same request may succeed later, and what to do. The names
 * are the {@code code} of RFC 9457 answers, and each has a page at {@code /problems/{code}}.
 */
public enum ProblemType {
    INVALID_REQUEST(400, "The request is not valid", "Correct the fields that `violations` names and send it again."),
    TOKEN_INVALID(
            400,
            "The token is not valid",
            "It is malformed, forged, or was issued to somebody else. Fetch a new one with POST /tokens."),
    IDEMPOTENCY_KEY_MISSING(
            400,
            "Idempotency-Key is missing",
            "Send an Idempotency-Key header (1 to 255 printable ASCII characters), the same one on every retry."),
    UNAUTHENTICATED(401, "Sign-in is needed", "Send a valid bearer token in the Authorization header."),
    SIGNATURE_INVALID(
            401, "The signature is not valid", "Sign the raw body as Standard Webhooks say, with a fresh time."),
    PAYMENT_DECLINED(
            402,
            "The payment was declined",
            "Nothing was charged; `declineCode` says why. Fetch a new token to try again, perhaps another way to pay."),
    REFUND_DECLINED(402, "The refund was declined", "No money went back; the payment is as before."),
    FORBIDDEN(403, "Not allowed", "Your role does not allow this call."),
    NOT_FOUND(404, "Not found", "It does not exist, or it is not yours."),
    METHOD_NOT_ALLOWED(405, "Method not allowed", "Use one of the methods that the Allow header lists."),
    NOT_ACCEPTABLE(406, "Not acceptable", "Accept application/json and application/problem+json."),
    PAYMENT_IN_PROGRESS(
            409,
            true,
            "This payment is in progress",
            "Another request is at work with this token. Repeat with the same token to learn how it ended."),
    REQUEST_IN_PROGRESS(
            409,
            true,
            "This request is in progress",
            "Another request with the same Idempotency-Key is at work. Repeat it to learn how it ended."),
    ORDER_NOT_PAYABLE(
            409,
            "The order cannot be paid now",
            "`orderStatus` says why: paid, being paid with another token, cancelled or expired."),
    ORDER_CHANGED(
            409,
            "The order has changed",
            "Its amount is not the token's any more. Look at the order, then fetch a new token."),
    ORDER_IN_PAYMENT(409, "The order is being paid", "Wait for the payment to end."),
    ORDER_NOT_CANCELLABLE(409, "The order cannot be cancelled", "A paid order is refunded instead."),
    PAYMENT_NOT_REFUNDABLE(409, "The payment cannot be refunded", "Only a payment that succeeded can be refunded."),
    EVENT_MISMATCH(409, "The event does not fit", "Its amount, currency or order are not those of the payment."),
    DEAD_LETTER_CLOSED(
            409,
            "The dead letter cannot be sent again",
            "It has been handled, or only its beginning was kept because it is too large."),
    WEBHOOK_ENDPOINT_LIMIT(409, "There are enough webhook endpoints", "Delete one before you add another."),
    WEBHOOK_ENDPOINT_DISABLED(
            409, "The webhook endpoint is disabled", "It has answered 410 and is told nothing more. Add a new one."),
    TOKEN_EXPIRED(410, "The token has expired", "It was never used, and nothing was charged. Fetch a new one."),
    PRECONDITION_FAILED(412, "The order has changed meanwhile", "Read it again and use its new ETag."),
    PAYLOAD_TOO_LARGE(413, "The request is too large", "Send at most 64 KiB."),
    UNSUPPORTED_MEDIA_TYPE(415, "Unsupported media type", "Send application/json in UTF-8, not compressed."),
    TOKEN_REUSED(
            422,
            "The token was used for another request",
            "Repeat with the payment method of the first request, or fetch a new token."),
    TOKEN_MISMATCH(
            422,
            "The token belongs to something else",
            "`orderId`, `amount` or `currency` are not those that the token was issued for. The token is still good."),
    OUT_OF_STOCK(422, "Sold out", "There are not enough goods left; nothing was charged."),
    UNKNOWN_SKU(422, "Unknown goods", "GET /stock lists what can be ordered."),
    MIXED_CURRENCIES(422, "More than one currency", "All items of an order must have the same currency."),
    AMOUNT_TOO_LARGE(422, "The sum is too large", "An order is at most 999999999999 minor units."),
    AMOUNT_FROM_ITEMS(
            422, "The amount comes from the items", "Only an order without items can have its amount changed."),
    REFUND_EXCEEDS_PAYMENT(422, "More than is left of the payment", "`refundable` says how much can be refunded."),
    IDEMPOTENCY_KEY_REUSED(
            422,
            "The Idempotency-Key was used for another request",
            "Use a new key for a new request, and the same content with the same key."),
    PRECONDITION_REQUIRED(428, "If-Match is missing", "Send the order's ETag in If-Match, so that no change is lost."),
    RATE_LIMITED(429, true, "Too many requests", "Wait as long as Retry-After says."),
    INTERNAL(500, true, "Something broke on our side", "Repeat the same request; tell us the requestId if it goes on."),
    GATEWAY_REFUSED(
            502,
            "The gateway refused the request",
            "Nothing was charged; if `declineCode` is gateway_mismatch, a wrong amount was, and is being given back. Fetch a"
                    + " new token to try again."),
    GATEWAY_LOST(
            502,
            "The gateway knows nothing of the payment",
            "It never arrived there and was closed. Fetch a new token to try again."),
    STORE_UNAVAILABLE(503, true, "Temporarily unavailable", "This request moved no money. Repeat the same request."),
    OVERLOADED(503, true, "Too busy", "Nothing was done. Repeat the same request after Retry-After.");

    private final int status;
    private final boolean retryable;
    private final String title;
    private final String remedy;

    ProblemType(int status, String title, String remedy) {
        this(status, false, title, remedy);
    }

    ProblemType(int status, boolean retryable, String title, String remedy) {
        this.status = status;
        this.retryable = retryable;
        this.title = title;
        this.remedy = remedy;
    }

    public int status() {
        return status;
    }

    public boolean retryable() {
        return retryable;
    }

    /** Path of the page that explains it; also the {@code type} of the problem. */
    public String page() {
        return "/problems/" + name();
    }

    public String title() {
        return title;
    }

    /** What the caller can do about it, in plain English. */
    public String remedy() {
        return remedy;
    }
}
