package dev.payonce.stock;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import java.util.Collection;
import java.util.List;

/** The goods in MySQL. */
@ApplicationScoped
public class Stocks {

    /** One statement: a race of two first writers ends with one row. */
    private static final String PUT =
            """
            insert into stock (sku, name, price, currency, available)
            values (:sku, :name, :price, :currency, :available)
            on duplicate key update
              name = values(name), price = values(price), currency = values(currency), available = values(available)""";

    private final EntityManager store;

    Stocks(EntityManager store) {
        this.store = store;
    }

    /** Those of the goods that exist, in no order. */
    public List<Stock> find(Collection<String> skus) {
        return store.createQuery("from Stock where sku in :skus", Stock.class)
                .setParameter("skus", skus)
                .getResultList();
    }

    /** @param after the sku before the first one wanted; empty for the beginning */
    List<Stock> page(String after, int limit) {
        return store.createQuery("from Stock where sku > :after order by sku", Stock.class)
                .setParameter("after", after)
                .setMaxResults(limit)
                .getResultList();
    }

    boolean isEmpty() {
        return page("", 1).isEmpty();
    }

    void put(StockView goods) {
        store.createNativeQuery(PUT)
                .setParameter("sku", goods.sku())
                .setParameter("name", goods.name())
                .setParameter("price", goods.price())
                .setParameter("currency", goods.currency())
                .setParameter("available", goods.available())
                .executeUpdate();
    }
}
