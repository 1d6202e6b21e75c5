package org.mqemu.blkmq.elevator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mqemu.blkmq.elevator.TestRequests.LIMITS;
import static org.mqemu.blkmq.elevator.TestRequests.read;
import static org.mqemu.blkmq.elevator.TestRequests.write;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.mqemu.api.hardware.Op;
import org.mqemu.blkmq.block.Bio;
import org.mqemu.blkmq.block.QueueLimits;
import org.mqemu.blkmq.block.Request;

class DeadlineElevatorTest {
    private static final long MS = 1_000_000;

    private final TestRequests requests = new TestRequests(LIMITS);
    private final DeadlineElevator elevator = new DeadlineElevator();

    private Request insert(Bio bio, long nowNs) {
        Request request = requests.request(bio);
        elevator.insert(LIMITS, request, false, nowNs);
        return request;
    }

    private List<Long> dispatchAll(long nowNs) {
        List<Long> sectors = new ArrayList<>();
        for (Request next = elevator.dispatch(0, nowNs); next != null; next = elevator.dispatch(0, nowNs)) {
            sectors.add(next.sector());
        }
        return sectors;
    }

    @Test
    void shouldBeginWithTheOldestAndGoOnInTheOrderOfSectors() {
        for (long sector : new long[] {500, 900, 100, 700}) {
            insert(read(sector), 0);
        }

        assertThat(dispatchAll(0)).containsExactly(500L, 700L, 900L, 100L);
    }

    @Test
    void shouldLetWritesWaitForTwoBatchesOfReads() {
        elevator.tunables().set("fifo_batch", 2);
        for (int i = 0; i < 8; i++) {
            insert(read(1000L + 100 * i), 0);
        }
        insert(write(0), 0);
        insert(write(50), 0);
        insert(write(90), 0);

        assertThat(dispatchAll(0))
                .containsExactly(1000L, 1100L, 1200L, 1300L, 0L, 50L, 1400L, 1500L, 1600L, 1700L, 90L);
    }

    @Test
    void shouldBeginTheNextBatchWithWhatHasExpired() {
        elevator.tunables().set("fifo_batch", 2);
        insert(read(500), 0);
        insert(read(100), 0);
        for (int i = 0; i < 3; i++) {
            insert(read(600 + 100L * i), 499 * MS);
        }
        assertThat(elevator.dispatch(0, 0).sector()).isEqualTo(500);
        assertThat(elevator.dispatch(0, 499 * MS).sector()).isEqualTo(600);

        assertThat(elevator.dispatch(0, 500 * MS).sector()).isEqualTo(100);
        assertThat(elevator.dispatch(0, 500 * MS).sector()).isEqualTo(700);
    }

    @Test
    void shouldNotBreakABatchForWhatHasExpired() {
        insert(read(500), 0);
        insert(read(100), 0);
        insert(read(600), 0);
        assertThat(elevator.dispatch(0, 0).sector()).isEqualTo(500);

        assertThat(elevator.dispatch(0, 9_000 * MS).sector()).isEqualTo(600);
    }

    @Test
    void shouldForgetWhereReadsWereWhenAWriteIsDispatched() {
        elevator.tunables().set("fifo_batch", 1);
        elevator.tunables().set("writes_starved", 0);
        insert(read(500), 0);
        insert(read(100), 0);
        insert(read(600), 0);
        elevator.dispatch(0, 0);
        insert(write(0), 0);

        assertThat(dispatchAll(0)).containsExactly(0L, 100L, 600L);
    }

    @Test
    void shouldMergeBehindAndInFrontOfAnyWaitingRequest() {
        Request first = insert(read(100), 0);
        Request second = insert(read(1000), 0);

        assertThat(elevator.merge(LIMITS, read(1008), 0, 0)).isTrue();
        assertThat(elevator.merge(LIMITS, read(92), 0, 0)).isTrue();

        assertThat(first.sector()).isEqualTo(92);
        assertThat(second.sectors()).isEqualTo(16);
    }

    @Test
    void shouldOnlyMergeInFrontOfTheLastOneWithoutFrontMerges() {
        elevator.tunables().set("front_merges", 0);
        insert(read(100), 0);
        insert(read(1000), 0);

        assertThat(elevator.merge(LIMITS, read(992), 0, 0)).isFalse();
        assertThat(elevator.merge(LIMITS, read(92), 0, 0)).isTrue();
    }

    @Test
    void shouldSortARequestAnewThatHasGrownInFront() {
        insert(read(500), 0);
        insert(read(996), 0);
        insert(read(1000), 0);

        assertThat(elevator.merge(LIMITS, read(992), 0, 0)).isTrue();

        assertThat(dispatchAll(0)).containsExactly(500L, 992L, 996L);
    }

    @Test
    void shouldJoinTwoRequestsWhenABioClosesTheGap() {
        Request first = insert(read(0), 0);
        Request second = insert(read(16), 0);

        assertThat(elevator.merge(LIMITS, read(8), 0, 0)).isTrue();

        assertThat(first.sectors()).isEqualTo(24);
        assertThat(elevator.takeJoined()).isSameAs(second);
        assertThat(elevator.takeJoined()).isNull();
        assertThat(elevator.size()).isEqualTo(1);
    }

    @Test
    void shouldKeepTheEarlierDeadlineWhenRequestsJoin() {
        elevator.tunables().set("fifo_batch", 1);
        insert(read(2000), 0);
        insert(read(516), 100 * MS); // the older of the two that join
        insert(read(2100), 200 * MS);
        Request late = insert(read(500), 300 * MS);
        elevator.dispatch(0, 300 * MS);

        elevator.merge(LIMITS, read(508), 0, 300 * MS);

        assertThat(elevator.dispatch(0, 600 * MS)).isSameAs(late);
    }

    @Test
    void shouldJoinAnInsertedRequestToTheOneItContinuesAndThatToItsPredecessor() {
        insert(read(500), 0);
        Request middle = insert(read(8), 0);
        Request first = insert(read(0), 0); // nothing joins it to what lies behind it
        Request last = requests.request(read(16));

        assertThat(elevator.insert(LIMITS, last, false, 0)).isFalse();

        assertThat(first.sectors()).isEqualTo(24);
        assertThat(elevator.takeJoined()).isSameAs(middle);
        assertThat(elevator.takeJoined()).isNull();
    }

    @Test
    void shouldNotMergeElsewhereWhatDoesNotFitBehindItsPredecessor() {
        QueueLimits tight = new QueueLimits(16, 8, 0);
        Request full = requests.request(TestRequests.bio(Op.READ, 0, 16, TestRequests.BE));
        elevator.insert(tight, full, false, 0);
        insert(read(24), 0);

        assertThat(elevator.merge(tight, read(16), 0, 0)).isFalse();
    }

    @Test
    void shouldMergeDifferentPrioritiesAndKeepTheBetter() {
        Request request = insert(TestRequests.bio(Op.READ, 0, 8, TestRequests.IDLE), 0);

        assertThat(elevator.merge(LIMITS, TestRequests.bio(Op.READ, 8, 8, TestRequests.RT), 0, 0))
                .isTrue();

        assertThat(request.priority()).isEqualTo(TestRequests.RT);
    }

    @Test
    void shouldDispatchWhatWasInsertedAtTheHeadBeforeAllOthersAndMergeNothingIntoIt() {
        insert(read(100), 0);
        Request head = requests.request(read(108));
        elevator.insert(LIMITS, head, true, 0);

        assertThat(elevator.merge(LIMITS, read(116), 0, 0)).isFalse();
        assertThat(elevator.dispatch(0, 0)).isSameAs(head);
    }

    @Test
    void shouldMergeNothingIntoWhatHasBeenDispatched() {
        insert(read(100), 0);
        elevator.dispatch(0, 0);

        assertThat(elevator.merge(LIMITS, read(108), 0, 0)).isFalse();
        assertThat(elevator.merge(LIMITS, read(92), 0, 0)).isFalse();
        assertThat(elevator.hasWork(0)).isFalse();
    }

    @Test
    void shouldObeyNomerges() {
        QueueLimits last = new QueueLimits(64, 8, 1);
        QueueLimits none = new QueueLimits(64, 8, 2);
        elevator.insert(last, requests.request(read(0)), false, 0);
        elevator.insert(last, requests.request(read(1000)), false, 0);

        assertThat(elevator.merge(none, read(8), 0, 0)).isFalse();
        assertThat(elevator.merge(last, read(1008), 0, 0)).isFalse();
        assertThat(elevator.merge(last, read(992), 0, 0)).isFalse();
        assertThat(elevator.merge(last, read(8), 0, 0)).isTrue();
        assertThat(elevator.insert(none, requests.request(read(16)), false, 0)).isTrue();
    }

    @Test
    void shouldHaveTheKernelsTunables() {
        Tunables tunables = elevator.tunables();

        assertThat(tunables.names())
                .containsExactly("read_expire", "write_expire", "writes_starved", "front_merges", "fifo_batch");
        assertThat(tunables.names().stream().map(tunables::get)).containsExactly(500L, 5000L, 2L, 1L, 16L);
        assertThatThrownBy(() -> tunables.set("front_merges", 2)).isInstanceOf(IllegalArgumentException.class);
    }
}
