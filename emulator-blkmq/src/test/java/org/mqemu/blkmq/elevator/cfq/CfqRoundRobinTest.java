package org.mqemu.blkmq.elevator.cfq;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.mqemu.blkmq.block.IoPriority;
import org.mqemu.blkmq.block.IoPriority.IoClass;

class CfqRoundRobinTest {
    private static final long MS = 1_000_000;

    private final CfqState state = new CfqState(true);
    private final CfqServiceTree tree = state.trees.of(WorkloadClass.BE, WorkloadType.SYNC);

    private CfqQueue add(int level, long nowNs) {
        CfqQueue queue = new CfqQueue(true, new IoPriority(IoClass.BE, level));
        state.roundRobin.add(queue, nowNs);
        return queue;
    }

    @Test
    void shouldServeInTurn() {
        CfqQueue first = add(4, 0);
        CfqQueue second = add(4, MS);
        assertThat(tree.first()).isSameAs(first);

        state.roundRobin.resort(first, 200 * MS);
        assertThat(tree.first()).isSameAs(second);
    }

    @Test
    void shouldServeEarlierWhoHadSomeOfItsSliceLeft() {
        CfqQueue first = add(4, 0);
        CfqQueue second = add(4, 0);
        state.roundRobin.resort(second, 100 * MS);
        first.sliceResidNs = 50 * MS;
        state.roundRobin.resort(first, 120 * MS);

        assertThat(tree.first()).isSameAs(first);
        assertThat(first.sliceResidNs).isZero();
    }

    @Test
    void shouldServeLaterWhoOverranItsSlice() {
        CfqQueue first = add(4, 0);
        CfqQueue second = add(4, 0);
        first.sliceResidNs = -50 * MS;
        state.roundRobin.resort(first, 100 * MS);
        state.roundRobin.resort(second, 120 * MS);

        assertThat(tree.first()).isSameAs(second);
    }

    @Test
    void shouldPutAQueueInFrontThatPreempts() {
        add(4, 0);
        CfqQueue second = add(4, MS);
        state.roundRobin.toFront(second, 2 * MS);

        assertThat(tree.first()).isSameAs(second);
        assertThat(state.roundRobin.busy()).isEqualTo(2);
    }
}
