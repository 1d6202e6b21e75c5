package org.mqemu.blkmq.elevator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mqemu.blkmq.elevator.TestRequests.LIMITS;
import static org.mqemu.blkmq.elevator.TestRequests.read;
import static org.mqemu.blkmq.elevator.TestRequests.write;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.mqemu.api.hardware.Op;
import org.mqemu.blkmq.block.Bio;
import org.mqemu.blkmq.block.IoPriority;
import org.mqemu.blkmq.block.QueueLimits;
import org.mqemu.blkmq.block.Request;

class KyberElevatorTest {
    private static final long MS = 1_000_000;

    private final TestRequests requests = new TestRequests(LIMITS);
    private final KyberElevator elevator = new KyberElevator(4, 2, cpu -> cpu / 2);

    private Request insert(Bio bio, int cpu) {
        Request request = requests.request(bio, cpu, 0);
        elevator.insert(LIMITS, request, false, 0);
        return request;
    }

    private Request dispatch(int hctx, long nowNs) {
        Request request = elevator.dispatch(hctx, nowNs);
        if (request != null) {
            request.started(0, nowNs);
        }
        return request;
    }

    private List<Request> dispatchAll(int hctx) {
        List<Request> all = new ArrayList<>();
        for (Request next = dispatch(hctx, 0); next != null; next = dispatch(hctx, 0)) {
            all.add(next);
        }
        return all;
    }

    @Test
    void shouldTakeTurnsByBatchesOfEachDomain() {
        for (int i = 0; i < 20; i++) {
            insert(TestRequests.bio(Op.DISCARD, 100 * i, 8, IoPriority.NONE), 0);
            insert(write(50_000 + 100 * i), 0);
            insert(read(100_000 + 100 * i), 0);
            insert(TestRequests.bio(Op.FLUSH, 0, 0, IoPriority.NONE), 0);
        }

        List<Op> ops = dispatchAll(0).stream().map(Request::op).toList();

        assertThat(ops.subList(0, 16)).containsOnly(Op.READ);
        assertThat(ops.subList(16, 24)).containsOnly(Op.WRITE);
        assertThat(ops.subList(24, 26)).containsExactly(Op.DISCARD, Op.FLUSH);
        assertThat(ops.subList(26, 30)).containsOnly(Op.READ);
        assertThat(ops.subList(30, 38)).containsOnly(Op.WRITE);
        assertThat(ops).hasSize(76); // of 20 flushes the device may have 16
    }

    @Test
    void shouldDispatchFirstComeFirstServedWithinACpuAndADomain() {
        Request first = insert(read(900), 1);
        Request second = insert(read(100), 1);
        Request head = requests.request(read(500), 1, 0);
        elevator.insert(LIMITS, head, true, 0);

        assertThat(dispatchAll(0)).containsExactly(head, first, second);
    }

    @Test
    void shouldKeepHardwareQueuesApart() {
        Request mine = insert(read(0), 1);
        Request other = insert(read(100), 2);

        assertThat(elevator.hasWork(1)).isTrue();
        assertThat(dispatchAll(0)).containsExactly(mine);
        assertThat(elevator.hasWork(0)).isFalse();
        assertThat(elevator.size()).isEqualTo(1);
        assertThat(dispatchAll(1)).containsExactly(other);
    }

    @Test
    void shouldMergeIntoRequestsOfTheSameCpuOnly() {
        insert(read(0), 1);

        assertThat(elevator.merge(LIMITS, read(8), 0, 0)).isFalse();
        assertThat(elevator.merge(LIMITS, read(8), 1, 0)).isTrue();
        assertThat(elevator.merge(LIMITS, write(16), 1, 0)).isFalse();
        assertThat(elevator.merge(LIMITS, TestRequests.read(16, TestRequests.IDLE), 1, 0))
                .isFalse();
        assertThat(elevator.merge(new QueueLimits(64, 8, 2), read(16), 1, 0)).isFalse();
    }

    @Test
    void shouldLookAtTheLastEightRequestsOfTheDomain() {
        insert(read(0), 0);
        insert(read(1000), 0);
        for (int i = 0; i < 7; i++) {
            insert(read(2000 + 100L * i), 0);
            insert(write(9000 + 100L * i), 0);
        }

        assertThat(elevator.merge(LIMITS, read(8), 0, 0)).isFalse();
        assertThat(elevator.merge(LIMITS, read(1008), 0, 0)).isTrue();
        assertThat(elevator.merge(LIMITS, read(992), 0, 0)).isTrue();
    }

    @Test
    void shouldTryNoOtherRequestIfTheNeighbourIsFull() {
        QueueLimits tight = new QueueLimits(16, 8, 0);
        insert(read(24), 0);
        insert(TestRequests.bio(Op.READ, 0, 16, IoPriority.NONE), 0);

        assertThat(elevator.merge(tight, read(16), 0, 0)).isFalse();
    }

    @Test
    void shouldMergeNothingIntoWhatAHardwareQueueHasFetched() {
        insert(read(0), 0);
        insert(read(1000), 0);
        dispatch(0, 0); // fetches both

        assertThat(elevator.merge(LIMITS, read(1008), 0, 0)).isFalse();
    }

    @Test
    void shouldLeaveRequestsWhereTheyMergeWhileThereIsNoToken() {
        for (int i = 0; i < 128; i++) {
            insert(write(100L * i), 0);
        }
        assertThat(dispatchAll(0)).hasSize(128);
        insert(write(50_000), 0);

        assertThat(dispatch(0, 0)).isNull();
        assertThat(elevator.hasWork(0)).isTrue();
        assertThat(elevator.merge(LIMITS, write(50_008), 0, 0)).isTrue();
    }

    @Test
    void shouldTellAHardwareQueueThatItsTokensAreBack() {
        for (int i = 0; i < 130; i++) {
            insert(write(100L * i), 0);
            insert(write(50_000 + 100L * i), 2);
        }
        List<Request> withDriver = dispatchAll(0);
        assertThat(withDriver).hasSize(128);
        assertThat(elevator.inUse(Op.WRITE)).isEqualTo(128);
        assertThat(dispatchAll(1)).isEmpty();

        for (int i = 0; i < 7; i++) {
            TestRequests.complete(elevator, withDriver.get(i), 0);
        }
        assertThat(elevator.takeWakeups()).isEmpty();
        withDriver.get(7).requeued(0, 0);
        elevator.requeued(withDriver.get(7), 0);

        assertThat(elevator.takeWakeups()).containsExactly(1, 0);
        assertThat(elevator.takeWakeups()).isEmpty();
        assertThat(dispatchAll(1)).hasSize(8);
    }

    @Test
    void shouldFreeATokenOnce() {
        Request request = insert(read(0), 0);
        dispatch(0, 0);
        assertThat(elevator.inUse(Op.READ)).isEqualTo(1);

        TestRequests.complete(elevator, request, 0);
        elevator.finished(request);

        assertThat(elevator.inUse(Op.READ)).isZero();
    }

    @Test
    void shouldThrottleReadsThatAreQuickWhenWritesAreSlow() {
        elevator.tunables().set("write_lat_nsec", 1_000_000);
        for (int i = 0; i < 500; i++) {
            endAfter(insert(write(0), 0), 2 * MS);
            endAfter(insert(read(0), 0), MS / 10);
        }
        assertThat(elevator.depth(Op.READ)).isEqualTo(256);

        elevator.dispatch(0, 200 * MS);

        assertThat(elevator.depth(Op.READ)).isEqualTo(64);
        assertThat(elevator.depth(Op.WRITE)).isEqualTo(128);
    }

    private void endAfter(Request request, long nowNs) {
        assertThat(dispatch(0, 0)).isSameAs(request);
        TestRequests.complete(elevator, request, nowNs);
    }

    @Test
    void shouldReserveAQuarterOfTheTagsForSynchronousRequests() {
        assertThat(elevator.depthLimit(Op.WRITE, false, 128)).isEqualTo(96);
        assertThat(elevator.depthLimit(Op.WRITE, true, 128)).isEqualTo(128);
        assertThat(elevator.depthLimit(Op.READ, false, 1)).isEqualTo(1);
    }

    @Test
    void shouldHaveTheKernelsTunables() {
        assertThat(elevator.tunables().names()).containsExactly("read_lat_nsec", "write_lat_nsec");
        assertThat(elevator.tunables().get("read_lat_nsec")).isEqualTo(2_000_000);
        assertThat(elevator.tunables().get("write_lat_nsec")).isEqualTo(10_000_000);
        assertThat(elevator.locking()).isEqualTo(Elevator.Locking.PER_QUEUE);
    }
}
