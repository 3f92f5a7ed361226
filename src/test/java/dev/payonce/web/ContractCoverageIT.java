package dev.payonce.web;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.is;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.payonce.testsupport.Contract;
import dev.payonce.testsupport.ContractRecord;
import java.io.IOException;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Runs after the whole suite, and looks back at it. */
@Tag("coverage")
class ContractCoverageIT {

    @Test
    void everyStatusThatTheContractPromisesWasSeenByATest() throws IOException {
        assumeTrue(System.getProperty("test") == null, "only some of the tests were run");
        Set<String> unseen = new TreeSet<>(Contract.promised());

        unseen.removeAll(ContractRecord.read());

        assertThat(unseen, is(empty()));
    }
}
