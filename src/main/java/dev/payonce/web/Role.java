package dev.payonce.web;

/** The roles that a bearer token may carry in its {@code groups} claim. */
public final class Role {

    /** Buys: sees and pays the orders that carry its own subject. */
    public static final String CUSTOMER = "customer";

    /** The order system: creates for any customer, amends, refunds, keeps the stock. */
    public static final String MERCHANT = "merchant";

    /** Runs the service: reads everything, changes no order. */
    public static final String OPERATOR = "operator";

    private Role() {}
}
