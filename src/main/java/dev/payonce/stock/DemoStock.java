package dev.payonce.stock;

import dev.payonce.store.Transactions;
import io.quarkus.arc.profile.IfBuildProfile;
import io.quarkus.logging.Log;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.event.Observes;
import java.util.List;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** Goods to try the service with: put on the empty shelves of a demo, never into a production build. */
@IfBuildProfile(anyOf = {"demo", "dev"})
class DemoStock {

    private static final List<StockView> GOODS = List.of(
            new StockView("tea", "Darjeeling, 100 g", 1250, "USD", 1000),
            new StockView("mug", "Stoneware mug", 1899, "USD", 250),
            new StockView("notebook", "Notebook, dotted, A5", 990, "USD", 500),
            new StockView("lamp", "Reading lamp", 4999, "USD", 10),
            new StockView("matcha", "宇治抹茶 40g", 2160, "JPY", 300),
            new StockView("furoshiki", "風呂敷", 1650, "JPY", 120),
            new StockView("dates", "Dates, 1 kg", 2750, "KWD", 400),
            new StockView("incense", "Oud incense", 12500, "KWD", 60));

    private final Stocks stocks;
    private final Transactions transactions;

    DemoStock(Stocks stocks, Transactions transactions) {
        this.stocks = stocks;
        this.transactions = transactions;
    }

    void seed(@Observes StartupEvent start, @ConfigProperty(name = "payonce.sandbox.enabled") boolean enabled) {
        if (enabled && transactions.inNew(this::putOnEmptyShelves)) {
            Log.infof("Demo stock: %d kinds of goods, see GET /stock", GOODS.size());
        }
    }

    private boolean putOnEmptyShelves() {
        boolean empty = stocks.isEmpty();
        if (empty) {
            GOODS.forEach(stocks::put);
        }
        return empty;
    }
}
