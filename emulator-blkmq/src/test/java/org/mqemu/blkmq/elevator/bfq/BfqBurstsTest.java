package org.mqemu.blkmq.elevator.bfq;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.mqemu.blkmq.block.IoPriority;

class BfqBurstsTest {
    private static final long MS = 1_000_000;

    private final BfqState state = new BfqState(true);
    private final BfqBursts bursts = new BfqBursts(state);

    private List<BfqQueue> create(int count, long startNs, long gapNs) {
        List<BfqQueue> queues = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            BfqQueue queue = new BfqQueue(true, IoPriority.NONE, startNs + i * gapNs);
            bursts.created(queue, startNs + i * gapNs);
            queues.add(queue);
        }
        return queues;
    }

    @Test
    void shouldTakeEightQueuesCreatedTogetherForOneApplication() {
        List<BfqQueue> queues = create(9, 1000 * MS, 50 * MS);

        assertThat(queues).allMatch(queue -> queue.inLargeBurst);
    }

    @Test
    void shouldNotTakeSevenForOne() {
        assertThat(create(7, 1000 * MS, 50 * MS)).noneMatch(queue -> queue.inLargeBurst);
    }

    @Test
    void shouldEndABurstAfterAPause() {
        create(9, 1000 * MS, 50 * MS);

        assertThat(create(1, 2000 * MS, 0)).noneMatch(queue -> queue.inLargeBurst);
        assertThat(create(9, 3000 * MS, 181 * MS)).noneMatch(queue -> queue.inLargeBurst);
    }

    @Test
    void shouldForgetTheBurstOfAQueueThatWasIdleForTenSeconds() {
        BfqQueue queue = create(9, 1000 * MS, 50 * MS).get(0);
        queue.justCreated = false;
        queue.budgetTimeoutNs = 2000 * MS;

        bursts.becomesBusy(queue, true, 11_000 * MS);
        assertThat(queue.inLargeBurst).isTrue();
        bursts.becomesBusy(queue, true, 12_001 * MS);
        assertThat(queue.inLargeBurst).isFalse();
    }

    @Test
    void shouldNotCountNewQueuesAsABurstWhileOthersAreBusy() {
        state.countBusy(IoPriority.IoClass.BE, 1);

        assertThat(create(9, 1000 * MS, 50 * MS)).noneMatch(queue -> queue.inLargeBurst);
    }
}
