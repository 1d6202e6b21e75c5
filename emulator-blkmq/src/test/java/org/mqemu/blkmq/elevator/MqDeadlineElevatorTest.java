package org.mqemu.blkmq.elevator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mqemu.blkmq.elevator.TestRequests.BE;
import static org.mqemu.blkmq.elevator.TestRequests.IDLE;
import static org.mqemu.blkmq.elevator.TestRequests.LIMITS;
import static org.mqemu.blkmq.elevator.TestRequests.RT;
import static org.mqemu.blkmq.elevator.TestRequests.read;
import static org.mqemu.blkmq.elevator.TestRequests.write;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.mqemu.api.hardware.Op;
import org.mqemu.blkmq.block.Bio;
import org.mqemu.blkmq.block.IoPriority;
import org.mqemu.blkmq.block.Request;

class MqDeadlineElevatorTest {
    private static final long MS = 1_000_000;
    private static final long SECOND = 1_000 * MS;

    private final TestRequests requests = new TestRequests(LIMITS);
    private final MqDeadlineElevator elevator = new MqDeadlineElevator(128, true);

    private Request insert(Bio bio, long nowNs) {
        Request request = requests.request(bio);
        elevator.insert(LIMITS, request, false, nowNs);
        return request;
    }

    private Request dispatch(long nowNs) {
        Request request = elevator.dispatch(0, nowNs);
        if (request != null) {
            request.started(0, nowNs);
        }
        return request;
    }

    private static List<Long> dispatchAll(Elevator elevator) {
        List<Long> sectors = new ArrayList<>();
        for (Request next = elevator.dispatch(0, 0); next != null; next = elevator.dispatch(0, 0)) {
            sectors.add(next.sector());
        }
        return sectors;
    }

    /** A read at 500, then a write, with reads at 100 and 600 waiting. */
    private List<Long> afterAWrite(Elevator of) {
        of.tunables().set("fifo_batch", 1);
        of.tunables().set("writes_starved", 0);
        for (long sector : new long[] {500, 100, 600}) {
            of.insert(LIMITS, requests.request(read(sector)), false, 0);
        }
        of.dispatch(0, 0);
        of.insert(LIMITS, requests.request(write(0)), false, 0);
        return dispatchAll(of);
    }

    @Test
    void shouldGoOnWhereReadsWereAfterABatchOfWrites() {
        assertThat(afterAWrite(elevator)).containsExactly(0L, 600L, 100L);
    }

    @Test
    void shouldBeginWithTheOldestReadAfterABatchOfWritesWithoutPriorities() {
        assertThat(afterAWrite(new MqDeadlineElevator(128, false))).containsExactly(0L, 100L, 600L);
    }

    @Test
    void shouldDispatchRealTimeThenBestEffortThenIdle() {
        insert(read(0, IDLE), 0);
        insert(read(100, BE), 0);
        insert(read(200, IoPriority.NONE), 0);
        insert(read(300, RT), 0);

        assertThat(dispatch(0).sector()).isEqualTo(300);
        assertThat(dispatch(0)).isNull();
    }

    @Test
    void shouldHoldLowerPrioritiesBackWhileTheDriverHasAHigherOne() {
        insert(read(0, IDLE), 0);
        insert(read(300, RT), 0);
        Request first = dispatch(0);
        assertThat(dispatch(0)).isNull();
        assertThat(elevator.hasWork(0)).isTrue();

        TestRequests.complete(elevator, first, 0);

        assertThat(dispatch(0).sector()).isZero();
    }

    @Test
    void shouldDispatchALowerPriorityThatHasWaitedForTheAgeingTime() {
        insert(read(0, IDLE), 0);
        insert(read(300, RT), 0);
        insert(read(400, RT), 9 * SECOND);

        assertThat(dispatch(10 * SECOND - 1).priority()).isEqualTo(RT);
        assertThat(dispatch(10 * SECOND).priority()).isEqualTo(IDLE);
        assertThat(dispatch(10 * SECOND).priority()).isEqualTo(RT);
    }

    @Test
    void shouldAgeByTheTunableOfNow() {
        insert(read(0, IDLE), 0);
        insert(read(300, RT), 0);
        elevator.tunables().set("prio_aging_expire", 200);

        assertThat(dispatch(200 * MS).priority()).isEqualTo(IDLE);
    }

    @Test
    void shouldNotTellPrioritiesApartWithoutThem() {
        MqDeadlineElevator old = new MqDeadlineElevator(128, false);
        old.insert(LIMITS, requests.request(read(0, IDLE)), false, 0);
        old.insert(LIMITS, requests.request(read(100, BE)), false, 0);
        old.insert(LIMITS, requests.request(read(200, RT)), false, 0);

        assertThat(dispatchAll(old)).containsExactly(0L, 100L, 200L);
        assertThat(old.tunables().names()).doesNotContain("prio_aging_expire", "async_depth");
        assertThat(old.depthLimit(Op.WRITE, false, 128)).isEqualTo(128);
    }

    @Test
    void shouldNotMergeDifferentPriorities() {
        insert(read(0, BE), 0);

        assertThat(elevator.merge(LIMITS, read(8, IDLE), 0, 0)).isFalse();
        assertThat(elevator.merge(LIMITS, read(8, IoPriority.NONE), 0, 0)).isFalse();
        assertThat(elevator.insert(LIMITS, requests.request(read(8, IDLE)), false, 0))
                .isTrue();
        assertThat(elevator.merge(LIMITS, read(8, BE), 0, 0)).isTrue();
    }

    @Test
    void shouldLookForAFrontMergeAmongTheSamePriorityAndDirectionOnly() {
        insert(read(1000), 0);
        insert(TestRequests.bio(Op.WRITE, 100, 8, BE), 0);
        insert(read(100, IDLE), 0);
        Request right = insert(read(100, BE), 0);

        assertThat(elevator.merge(LIMITS, read(92, BE), 0, 0)).isTrue();

        assertThat(right.sector()).isEqualTo(92);
    }

    @Test
    void shouldDispatchTheHeadOfItsPriorityFirst() {
        insert(read(100, BE), 0);
        insert(read(200, RT), 0);
        Request head = requests.request(read(500, BE));
        elevator.insert(LIMITS, head, true, 0);

        Request realTime = dispatch(0);
        assertThat(realTime.sector()).isEqualTo(200);
        TestRequests.complete(elevator, realTime, 0);
        assertThat(dispatch(0)).isSameAs(head);
    }

    @Test
    void shouldMergeNothingIntoWhatTheDriverHasGivenBack() {
        Request request = insert(read(100), 0);
        dispatch(0);
        request.requeued(0, 0);
        elevator.requeued(request, 0);
        elevator.insert(LIMITS, request, false, 0);

        assertThat(elevator.merge(LIMITS, read(108), 0, 0)).isFalse();
        assertThat(elevator.merge(LIMITS, read(92), 0, 0)).isFalse();
        assertThat(elevator.insert(LIMITS, requests.request(read(108)), false, 0))
                .isTrue();
    }

    @Test
    void shouldCountEachPriority() {
        insert(read(0, IDLE), 0);
        Request joined = insert(read(16, IDLE), 0);
        elevator.merge(LIMITS, read(8, IDLE), 0, 0);
        elevator.finished(elevator.takeJoined());
        Request request = dispatch(0);
        request.requeued(0, 0);
        elevator.insert(LIMITS, request, true, 0);
        dispatch(0);

        assertThat(joined.bios()).isEmpty();
        assertThat(elevator.counts(IoPriority.IoClass.IDLE)).isEqualTo(new DeadlineCounts(2, 1, 2, 1));
        assertThat(elevator.counts(IoPriority.IoClass.IDLE).queued()).isEqualTo(1);
        TestRequests.complete(elevator, request, 0);
        elevator.finished(request);
        assertThat(elevator.counts(IoPriority.IoClass.IDLE).queued()).isZero();
        assertThat(elevator.counts(IoPriority.IoClass.BE)).isEqualTo(new DeadlineCounts(0, 0, 0, 0));
    }

    @Test
    void shouldLimitWritesAndAsynchronousReadsByTheAsyncDepth() {
        assertThat(elevator.depthLimit(Op.WRITE, true, 128)).isEqualTo(128);
        elevator.tunables().set("async_depth", 32);

        assertThat(elevator.depthLimit(Op.WRITE, true, 128)).isEqualTo(32);
        assertThat(elevator.depthLimit(Op.READ, false, 128)).isEqualTo(32);
        assertThat(elevator.depthLimit(Op.READ, true, 128)).isEqualTo(128);
        assertThat(elevator.depthLimit(Op.WRITE, false, 16)).isEqualTo(16);
    }
}
