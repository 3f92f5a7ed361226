package dev.payonce.gateway;

/**
 * What came back from the gateway, before anybody has understood it.
 *
 * @param status the HTTP status; 0 when no answer came
 * @param fault why no answer came; null when one did
 */
record GatewayAnswer(int status, String body, String fault) {

    private static final String NOT_CONNECTED = "gateway_unreachable";

    static GatewayAnswer notConnected() {
        return new GatewayAnswer(0, "", NOT_CONNECTED);
    }

    static GatewayAnswer cut(String fault) {
        return new GatewayAnswer(0, "", fault);
    }

    boolean wasNeverSent() {
        return NOT_CONNECTED.equals(fault);
    }

    /** A refusal says that the request itself is wrong; the statuses left out may follow a request that worked. */
    boolean refuses() {
        return status >= 400 && status < 500 && status != 408 && status != 409 && status != 425 && status != 429;
    }

    boolean succeeded() {
        return status == 200 || status == 201;
    }
}
