package org.mqemu.blkmq.elevator.bfq;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.mqemu.api.hardware.Op;
import org.mqemu.blkmq.block.Bio;
import org.mqemu.blkmq.block.Disk;
import org.mqemu.blkmq.block.IoPriority;
import org.mqemu.blkmq.block.IoPriority.IoClass;
import org.mqemu.blkmq.block.Request;
import org.mqemu.blkmq.elevator.fair.NoEnd;
import org.mqemu.blkmq.support.TestQueue;

class BfqCooperationTest {
    private static final long MS = 1_000_000;

    private BfqState state;
    private BfqCooperators cooperators;
    private BfqProcesses processes;

    private void device(boolean rotational) {
        state = new BfqState(rotational);
        BfqRaising raising = new BfqRaising(state);
        cooperators = new BfqCooperators(state, new BfqIdling(state), raising);
        processes = new BfqProcesses(state, new BfqBudgets(state), raising, new BfqBursts(state), cooperators);
    }

    private BfqRequest bind(int pid, int level, long sector, long nowNs) {
        Bio bio = new Bio(new NoEnd(), 0);
        bio.describe(Op.READ, sector, 8);
        bio.issuedBy(pid, true, new IoPriority(IoClass.BE, level));
        Request request = new Request(new TestQueue(new Disk("sda", 0, 1 << 20, 1)), -1);
        request.init(bio, 0, nowNs);
        return processes.bind(request, nowNs);
    }

    private BfqQueue queue(int pid, long nowNs) {
        return bind(pid, 4, 0, nowNs).queue;
    }

    private void makeBusy(BfqRequest waiting, long nowNs) {
        BfqQueue queue = waiting.queue;
        queue.requests.add(waiting, nowNs);
        queue.next = waiting;
        queue.entity.budget = 1000;
        BfqBusy.add(state, queue, nowNs);
        cooperators.reposition(queue, nowNs);
    }

    @Test
    void shouldMergeTheQueueOfAProcessThatReadsNearAnother() {
        device(true);
        BfqRequest one = bind(1, 4, 1000, 0);
        BfqRequest other = bind(2, 4, 500_000, 300 * MS);
        makeBusy(one, 0);
        makeBusy(other, 0);

        assertThat(cooperators.find(other.queue, other.process, 900_000, 300 * MS))
                .isNull();
        BfqQueue target = cooperators.find(other.queue, other.process, 2000, 300 * MS);
        assertThat(target).isSameAs(one.queue);
        cooperators.merge(other.process, other.queue, target, 300 * MS);

        assertThat(queue(2, 300 * MS)).isSameAs(one.queue);
        assertThat(one.queue.processes).isEqualTo(2);
        assertThat(one.queue.coop).isTrue();
        assertThat(one.queue.process).isNull();
    }

    @Test
    void shouldNotMergeOnADeviceThatSortsItself() {
        device(false);
        BfqRequest one = bind(1, 4, 1000, 0);
        BfqRequest other = bind(2, 4, 500_000, 300 * MS);
        makeBusy(one, 0);
        makeBusy(other, 0);

        assertThat(cooperators.find(other.queue, other.process, 2000, 300 * MS)).isNull();
    }

    @Test
    void shouldNotMergeAProcessThatHasReadForLong() {
        device(true);
        BfqRequest one = bind(1, 4, 1000, 0);
        BfqRequest other = bind(2, 4, 500_000, 300 * MS);
        makeBusy(one, 0);
        makeBusy(other, 0);
        other.queue.servedSinceBusy = 8;
        other.queue.firstServedNs = 300 * MS;

        assertThat(cooperators.find(other.queue, other.process, 2000, 401 * MS)).isNull();
    }

    @Test
    void shouldSplitWhenTheSharedQueueSeeksAndRestoreWhatWasKnown() {
        device(true);
        BfqQueue one = queue(1, 0);
        BfqQueue other = queue(2, 300 * MS);
        other.justCreated = false;
        other.ioBound = false;
        other.raise.coefficient = 30;
        other.raise.maxNs = 10_000 * MS;
        other.raise.startedNs = 300 * MS;
        cooperators.schedule(other, one);
        cooperators.merge(processes.find(2), other, one, 300 * MS);
        assertThat(one.raise.coefficient).as("taken over").isEqualTo(30);
        one.splitCoop = true;

        BfqQueue own = queue(2, 400 * MS);

        assertThat(own).isNotSameAs(one).isNotSameAs(other);
        assertThat(own.ioBound).isFalse();
        assertThat(own.raise.coefficient).isEqualTo(30);
        assertThat(queue(1, 400 * MS)).isSameAs(one);
        assertThat(one.coop).isFalse();
        assertThat(one.processes).isEqualTo(1);
    }

    @Test
    void shouldMergeForGoodOnAFastDeviceProcessesThatStartTogether() {
        device(false);
        BfqQueue one = queue(1, 0);

        assertThat(queue(2, 100 * MS)).isSameAs(one);
        assertThat(bind(3, 3, 0, 110 * MS).queue).as("another level").isNotSameAs(one);
        one.splitCoop = true;
        assertThat(queue(2, 120 * MS)).as("not split").isSameAs(one);
    }

    @Test
    void shouldNotMergeForGoodProcessesThatStartApart() {
        device(false);
        BfqQueue one = queue(1, 0);

        assertThat(queue(2, 181 * MS)).isNotSameAs(one);
    }

    @Test
    void shouldWaitOnASlowDeviceWhetherAMergeIsBetter() {
        device(true);
        BfqQueue one = queue(1, 0);
        BfqRequest other = bind(2, 4, 900_000, 100 * MS);
        other.queue.justCreated = false;
        assertThat(other.queue).isNotSameAs(one);

        assertThat(cooperators.find(other.queue, other.process, 900_000, 700 * MS))
                .isNull();
        other.queue.ioBound = false;
        assertThat(cooperators.find(other.queue, other.process, 900_000, 701 * MS))
                .isSameAs(one);
    }

    @Test
    void shouldNotMergeInACircle() {
        device(true);
        BfqQueue one = queue(1, 0);
        BfqQueue other = queue(2, 300 * MS);

        assertThat(cooperators.schedule(one, other)).isSameAs(other);
        assertThat(cooperators.schedule(other, one)).isNull();
    }
}
