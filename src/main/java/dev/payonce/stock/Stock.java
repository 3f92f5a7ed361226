package dev.payonce.stock;

import dev.payonce.value.Money;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** One kind of goods. Written by statements that carry their own condition, never by read, compare and write back. */
@Entity
@Table(name = "stock")
public class Stock {

    /** What a stock-keeping unit may be called. */
    public static final String SKU = "[A-Za-z0-9._-]{1,64}";

    @Id
    private String sku;

    private String name;
    private long price;
    private String currency;
    private long available;

    protected Stock() {}

    public String sku() {
        return sku;
    }

    public String name() {
        return name;
    }

    /** Of one piece. */
    public Money price() {
        return new Money(price, currency);
    }

    /** Pieces that nobody holds. */
    long available() {
        return available;
    }
}
