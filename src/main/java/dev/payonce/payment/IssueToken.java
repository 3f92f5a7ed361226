package dev.payonce.payment;

import dev.payonce.order.Order;
import dev.payonce.order.Orders;
import dev.payonce.store.RedisAway;
import dev.payonce.store.Transactions;
import dev.payonce.token.PaymentToken;
import dev.payonce.token.TokenConfig;
import dev.payonce.token.TokenId;
import dev.payonce.token.TokenLife;
import dev.payonce.token.TokenSigner;
import dev.payonce.token.TokenStore;
import dev.payonce.value.OrderId;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Optional;

/** Issues one-time tokens: signed, bound to order, price and caller, and kept in Redis for their life. */
@ApplicationScoped
class IssueToken {

    private final Orders orders;
    private final Transactions transactions;
    private final TokenStore tokens;
    private final TokenSigner signer;
    private final TokenConfig config;

    IssueToken(Orders orders, Transactions transactions, TokenStore tokens, TokenSigner signer, TokenConfig config) {
        this.orders = orders;
        this.transactions = transactions;
        this.tokens = tokens;
        this.signer = signer;
        this.config = config;
    }

    /** The order, if it is there: whether this caller may have a token for it is the next question. Blocks. */
    Optional<Order> find(OrderId id) {
        return transactions.read(() -> orders.find(id));
    }

    /** @param order one that is payable */
    Uni<IssuedToken> issue(Order order, String subject) {
        TokenId id = TokenId.random();
        return tokens.issue(id, order.id(), order.expiresAt())
                .onFailure(away -> away instanceof RedisAway && !config.requireRedis())
                .recoverWithItem(() -> TokenLife.from(order.readAt(), config.ttl(), order.expiresAt()))
                .map(life -> issued(new PaymentToken(id, order.id(), order.price(), life.expiresAt()), life, subject));
    }

    private IssuedToken issued(PaymentToken token, TokenLife life, String subject) {
        return new IssuedToken(
                signer.sign(token, subject),
                token.orderId(),
                token.price().amount(),
                token.price().currency(),
                token.expiresAt(),
                life.remaining().toSeconds());
    }
}
