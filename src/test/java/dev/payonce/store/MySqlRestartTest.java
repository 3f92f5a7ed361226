package dev.payonce.store;

import static dev.payonce.testsupport.Shop.anOrder;
import static dev.payonce.testsupport.Shop.asMerchant;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.everyItem;

import dev.payonce.testsupport.Race;
import dev.payonce.testsupport.Stores;
import dev.payonce.testsupport.WithStores;
import io.quarkus.scheduler.Scheduler;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A MySQL that was restarted while nobody needed it. */
@QuarkusTest
@WithStores
class MySqlRestartTest {

    private static final int POOL = 20;

    @Inject
    Scheduler jobs;

    /** As many callers as the pool has connections; the restart kills all of them, and nobody notices. */
    @Test
    void aRestartThatNobodyUsedIsNotNoticed() throws Exception {
        String order = anOrder();
        Race.run(POOL, caller -> () -> read(order));

        // the jobs use it, too, and a restart that takes long would open the circuit
        jobs.pause();
        try {
            Stores.kill(Stores.mysqlPid());
            Stores.restartMysql();
        } finally {
            jobs.resume();
        }

        List<Integer> after = Race.run(POOL, caller -> () -> read(order));
        assertThat(after, everyItem(equalTo(200)));
    }

    private static int read(String order) {
        return asMerchant().get("/orders/" + order).statusCode();
    }
}
