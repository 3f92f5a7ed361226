package dev.payonce.webhook;

import dev.payonce.value.EndpointId;
import dev.payonce.value.StoredEnum;
import io.quarkus.hibernate.orm.panache.PanacheRepositoryBase;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.LockModeType;
import java.util.List;
import java.util.Optional;

/** The endpoints in MySQL. */
@ApplicationScoped
class Endpoints implements PanacheRepositoryBase<Endpoint, Long> {

    Optional<Endpoint> lock(EndpointId id) {
        return findByIdOptional(id.value(), LockModeType.PESSIMISTIC_WRITE);
    }

    /** Newest first. */
    List<Endpoint> of(String merchant) {
        return list("merchant = ?1 order by id desc", merchant);
    }

    List<Endpoint> page(String merchant, EndpointId before, int limit) {
        return find("merchant = ?1 and id < ?2 order by id desc", merchant, before.value())
                .range(0, limit - 1)
                .list();
    }

    List<Endpoint> enabled() {
        return list("status", EndpointStatus.ENABLED);
    }

    /** Oldest first, from behind the given one; what a newer version has written is left to it. */
    List<Endpoint> next(EndpointId after, int limit) {
        return find("id > ?1 and status in ?2 order by id", after.value(), StoredEnum.known(EndpointStatus.class))
                .range(0, limit - 1)
                .list();
    }
}
