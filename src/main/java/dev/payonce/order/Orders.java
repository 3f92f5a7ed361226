package dev.payonce.order;

import dev.payonce.value.OrderId;
import io.quarkus.hibernate.orm.panache.PanacheRepositoryBase;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.LockModeType;
import java.util.Optional;

/** The orders in MySQL. */
@ApplicationScoped
public class Orders implements PanacheRepositoryBase<Order, Long> {

    public Optional<Order> find(OrderId id) {
        return findByIdOptional(id.value());
    }

    /** Reads the order and holds its row: whoever changes anything of an order takes this lock first. */
    public Optional<Order> lock(OrderId id) {
        return findByIdOptional(id.value(), LockModeType.PESSIMISTIC_WRITE);
    }
}
