package dev.payonce.stock;

/**
 * Goods as callers see them.
 *
 * @param price of one piece, in the currency's minor unit
 * @param available pieces that are free now
 */
record StockView(String sku, String name, long price, String currency, long available) {

    static StockView of(Stock stock) {
        return new StockView(
                stock.sku(), stock.name(), stock.price().amount(), stock.price().currency(), stock.available());
    }
}
