package org.mqemu.blkmq.elevator.bfq;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.mqemu.api.hardware.Op;
import org.mqemu.blkmq.block.Bio;
import org.mqemu.blkmq.block.Disk;
import org.mqemu.blkmq.block.IoPriority;
import org.mqemu.blkmq.block.QueueLimits;
import org.mqemu.blkmq.block.Request;
import org.mqemu.blkmq.elevator.fair.NoEnd;
import org.mqemu.blkmq.support.TestQueue;

class BfqMergingTest {
    private static final QueueLimits LIMITS = new QueueLimits(64, 8, 0);

    private final BfqElevator elevator = new BfqElevator(true);

    private static Bio bio(int pid, Op op, long sector) {
        Bio bio = new Bio(new NoEnd(), 0);
        bio.describe(op, sector, 8);
        bio.issuedBy(pid, false, IoPriority.NONE);
        return bio;
    }

    private Request insert(int pid, Op op, long sector) {
        Request request = new Request(new TestQueue(new Disk("sda", 0, 1 << 20, 1), LIMITS), -1);
        request.init(bio(pid, op, sector), 0, 0);
        assertThat(elevator.insert(LIMITS, request, false, 0)).isTrue();
        return request;
    }

    @Test
    void shouldMergeBehindAndInFrontOfAnyRequestOfTheProcess() {
        Request first = insert(1, Op.READ, 1000);
        Request second = insert(1, Op.READ, 2000);

        assertThat(elevator.merge(LIMITS, bio(1, Op.READ, 2008), 0, 0)).isTrue();
        assertThat(elevator.merge(LIMITS, bio(1, Op.READ, 992), 0, 0)).isTrue();

        assertThat(first.sector()).isEqualTo(992);
        assertThat(second.sectors()).isEqualTo(16);
    }

    @Test
    void shouldMergeIntoTheRequestOfAnotherProcessOnlyOnceTheyShareAQueue() {
        Request first = insert(1, Op.READ, 1000);
        assertThat(elevator.merge(LIMITS, bio(2, Op.READ, 1008), 0, 0)).isFalse();

        insert(2, Op.READ, 3000);

        assertThat(elevator.merge(LIMITS, bio(2, Op.READ, 1008), 0, 0)).isTrue();
        assertThat(first.sectors()).isEqualTo(16);
    }

    @Test
    void shouldNotMergeIntoTheRequestOfAnotherProcessOnAFastDevice() {
        BfqElevator fast = new BfqElevator(false);
        for (int pid = 1; pid <= 2; pid++) {
            Request request = new Request(new TestQueue(new Disk("sda", 0, 1 << 20, 1), LIMITS), -1);
            request.init(bio(pid, Op.READ, pid * 1000L), 0, 0);
            fast.insert(LIMITS, request, false, pid * 1_000_000_000L);
        }

        assertThat(fast.merge(LIMITS, bio(2, Op.READ, 1008), 0, 2_000_000_000L)).isFalse();
        assertThat(fast.merge(LIMITS, bio(1, Op.READ, 1008), 0, 2_000_000_000L)).isTrue();
    }

    @Test
    void shouldMergeAsyncWritesOfTwoProcessesThatShareAQueue() {
        insert(1, Op.WRITE, 1000);
        insert(2, Op.WRITE, 5000);

        assertThat(elevator.merge(LIMITS, bio(2, Op.WRITE, 1008), 0, 0)).isTrue();
    }

    @Test
    void shouldJoinTwoRequestsThatTouchAndGiveOneBack() {
        Request first = insert(1, Op.READ, 1000);
        Request second = insert(1, Op.READ, 1016);

        assertThat(elevator.merge(LIMITS, bio(1, Op.READ, 1008), 0, 0)).isTrue();

        assertThat(elevator.takeJoined()).isSameAs(second);
        assertThat(elevator.takeJoined()).isNull();
        assertThat(first.sectors()).isEqualTo(24);
        assertThat(elevator.size()).isEqualTo(1);
        assertThat(elevator.dispatch(0, 0)).isSameAs(first);
    }

    @Test
    void shouldJoinInFrontIfTheFrontHasGrown() {
        Request first = insert(1, Op.READ, 1000);
        Request second = insert(1, Op.READ, 1024);
        assertThat(elevator.merge(LIMITS, bio(1, Op.READ, 1032), 0, 0)).isTrue();

        assertThat(elevator.merge(LIMITS, bio(1, Op.READ, 1016), 0, 0)).isTrue();
        assertThat(elevator.takeJoined()).isNull();
        assertThat(elevator.merge(LIMITS, bio(1, Op.READ, 1008), 0, 0)).isTrue();

        assertThat(elevator.takeJoined()).isSameAs(second);
        assertThat(first.sectors()).isEqualTo(40);
    }

    @Test
    void shouldJoinARequestThatComesToTheOneThatItContinues() {
        Request first = insert(1, Op.READ, 1000);
        Request next = new Request(new TestQueue(new Disk("sda", 0, 1 << 20, 1), LIMITS), -1);
        next.init(bio(1, Op.READ, 1008), 0, 0);

        assertThat(elevator.insert(LIMITS, next, false, 0)).isFalse();
        assertThat(first.sectors()).isEqualTo(16);
    }

    @Test
    void shouldSearchNothingWithNomerges1AndTryNothingWithNomerges2() {
        QueueLimits lastOnly = new QueueLimits(64, 8, 1);
        QueueLimits none = new QueueLimits(64, 8, 2);
        insert(1, Op.READ, 1000);
        insert(1, Op.READ, 2000);

        assertThat(elevator.merge(lastOnly, bio(1, Op.READ, 2008), 0, 0)).isFalse();
        assertThat(elevator.merge(lastOnly, bio(1, Op.READ, 1008), 0, 0)).isTrue();
        assertThat(elevator.merge(none, bio(1, Op.READ, 1016), 0, 0)).isFalse();
    }
}
