package dev.payonce.stock;

import dev.payonce.store.Transactions;
import dev.payonce.web.Page;
import dev.payonce.web.PageLimit;
import dev.payonce.web.Role;
import jakarta.annotation.security.PermitAll;
import jakarta.annotation.security.RolesAllowed;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import org.jboss.resteasy.reactive.RestPath;
import org.jboss.resteasy.reactive.RestQuery;

/** {@code /stock}: the catalogue, open to everyone; merchants write it. */
@Path("/stock")
@Produces(MediaType.APPLICATION_JSON)
class StockResource {

    private static final String SKU_RULE = "must be 1 to 64 letters, digits, dots, underscores or hyphens";

    private final Stocks stocks;
    private final Transactions transactions;

    StockResource(Stocks stocks, Transactions transactions) {
        this.stocks = stocks;
        this.transactions = transactions;
    }

    /** Sorted by sku. */
    @GET
    @PermitAll
    public Page<StockView> list(
            @RestQuery @DefaultValue(PageLimit.DEFAULT) @PageLimit String limit,
            @RestQuery @Pattern(regexp = Stock.SKU, message = SKU_RULE) String after) {
        String from = after == null ? "" : after;
        int size = Integer.parseInt(limit);
        return transactions.inNew(() ->
                Page.of(stocks.page(from, size + 1).stream().map(StockView::of).toList(), size, StockView::sku));
    }

    /** Creates or replaces; {@code available} becomes what is free now, and what orders hold is not touched. */
    @PUT
    @Consumes(MediaType.APPLICATION_JSON)
    @Path("{sku}")
    @RolesAllowed(Role.MERCHANT)
    public StockView put(
            @RestPath @Pattern(regexp = Stock.SKU, message = SKU_RULE) String sku, @NotNull @Valid StockChange change) {
        StockView goods = change.as(sku);
        return transactions.inNew(() -> {
            stocks.put(goods);
            return goods;
        });
    }
}
