package org.mqemu.blkmq.elevator.bfq;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mqemu.api.hardware.Op;

class BfqDepthsTest {
    @ParameterizedTest
    @CsvSource({"256, 128, 192, 48, 96", "64, 32, 48, 12, 24", "1000, 500, 750, 187, 375", "2, 1, 1, 2, 2"})
    void shouldLeaveAQuarterToReadsOrMoreWhileSomebodyIsRaised(
            int tags, int async, int syncWrites, int raisedAsync, int raisedSyncWrites) {
        if (tags >= 4) {
            assertThat(BfqDepths.limit(Op.WRITE, false, false, tags)).isEqualTo(async);
            assertThat(BfqDepths.limit(Op.WRITE, true, false, tags)).isEqualTo(syncWrites);
            assertThat(BfqDepths.limit(Op.WRITE, false, true, tags)).isEqualTo(raisedAsync);
            assertThat(BfqDepths.limit(Op.WRITE, true, true, tags)).isEqualTo(raisedSyncWrites);
        }
        assertThat(BfqDepths.limit(Op.READ, true, true, tags)).isEqualTo(tags);
    }

    @Property
    void shouldAllowOneTagAtLeastAndNotMoreThanThereAre(
            @ForAll Op op,
            @ForAll boolean sync,
            @ForAll boolean raised,
            @ForAll @IntRange(min = 1, max = 10_000) int tags) {
        assertThat(BfqDepths.limit(op, sync, raised, tags)).isBetween(1, tags);
    }
}
