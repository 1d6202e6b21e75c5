package org.mqemu.blkmq.elevator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.mqemu.api.hardware.Op;
import org.mqemu.blkmq.block.Bio;
import org.mqemu.blkmq.block.BioEnd;
import org.mqemu.blkmq.block.BlockQueue;
import org.mqemu.blkmq.block.BlockStatus;
import org.mqemu.blkmq.block.Disk;
import org.mqemu.blkmq.block.QueueLimits;
import org.mqemu.blkmq.block.Request;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.support.TestQueue;
import org.mqemu.blkmq.sync.CacheLine;

class NoopElevatorTest {
    private static final QueueLimits LIMITS = new QueueLimits(64, 8, 0);

    private final BlockQueue queue = new TestQueue(new Disk("sda", 0, 1 << 20, 1), LIMITS);

    @Test
    void shouldDispatchInTheOrderOfInsertion() {
        NoopElevator elevator = new NoopElevator();
        Request far = request(bio(1000, 8));
        Request near = request(bio(0, 8));

        elevator.insert(LIMITS, far, false, 0);
        elevator.insert(LIMITS, near, false, 0);

        assertThat(elevator.dispatch(0, 0)).isSameAs(far);
        assertThat(elevator.dispatch(0, 0)).isSameAs(near);
    }

    @Test
    void shouldMergeABioBehindAnyWaitingRequest() {
        NoopElevator elevator = new NoopElevator();
        Request first = request(bio(0, 8));
        elevator.insert(LIMITS, first, false, 0);
        elevator.insert(LIMITS, request(bio(1000, 8)), false, 0);

        assertThat(elevator.merge(LIMITS, bio(1008, 8), 0, 0)).isTrue();
        assertThat(elevator.merge(LIMITS, bio(8, 8), 0, 0)).isTrue();

        assertThat(first.sectors()).isEqualTo(16);
        assertThat(first.bios()).hasSize(2);
    }

    @Test
    void shouldMergeInFrontOfTheRequestMergedIntoLastOnly() {
        NoopElevator elevator = new NoopElevator();
        Request last = request(bio(100, 8));
        elevator.insert(LIMITS, last, false, 0);
        elevator.insert(LIMITS, request(bio(1000, 8)), false, 0);

        assertThat(elevator.merge(LIMITS, bio(92, 8), 0, 0)).isTrue();
        assertThat(elevator.merge(LIMITS, bio(992, 8), 0, 0)).isFalse();
        assertThat(last.sector()).isEqualTo(92);
    }

    @Test
    void shouldNotMergeBeyondTheLimits() {
        NoopElevator elevator = new NoopElevator();
        elevator.insert(new QueueLimits(16, 8, 0), request(bio(0, 8)), false, 0);

        assertThat(elevator.merge(new QueueLimits(16, 8, 0), bio(8, 8), 0, 0)).isTrue();
        assertThat(elevator.merge(new QueueLimits(16, 8, 0), bio(16, 8), 0, 0)).isFalse();
    }

    @Test
    void shouldNotMergeAWriteIntoARead() {
        NoopElevator elevator = new NoopElevator();
        elevator.insert(LIMITS, request(bio(0, 8)), false, 0);
        Bio write = bio(8, 8);
        write.describe(Op.WRITE, 8, 8);

        assertThat(elevator.merge(LIMITS, write, 0, 0)).isFalse();
    }

    @Test
    void shouldMergeNothingIntoWhatTheDriverHas() {
        NoopElevator elevator = new NoopElevator();
        Request started = request(bio(0, 8));
        elevator.insert(LIMITS, started, false, 0);
        elevator.dispatch(0, 0);
        started.started(0, 0);

        assertThat(elevator.merge(LIMITS, bio(8, 8), 0, 0)).isFalse();
    }

    @Test
    void shouldOnlyTryTheRequestMergedIntoLastWithNomerges1() {
        NoopElevator elevator = new NoopElevator();
        elevator.insert(new QueueLimits(64, 8, 1), request(bio(0, 8)), false, 0);
        elevator.insert(new QueueLimits(64, 8, 1), request(bio(1000, 8)), false, 0);

        assertThat(elevator.merge(new QueueLimits(64, 8, 1), bio(8, 8), 0, 0)).isTrue();
        assertThat(elevator.merge(new QueueLimits(64, 8, 1), bio(1008, 8), 0, 0))
                .isFalse();
    }

    @Test
    void shouldMergeNothingWithNomerges2() {
        NoopElevator elevator = new NoopElevator();
        elevator.insert(new QueueLimits(64, 8, 2), request(bio(0, 8)), false, 0);

        assertThat(elevator.merge(new QueueLimits(64, 8, 2), bio(8, 8), 0, 0)).isFalse();
        assertThat(elevator.insert(new QueueLimits(64, 8, 2), request(bio(8, 8)), false, 0))
                .isTrue();
    }

    @Test
    void shouldJoinARequestToTheOneInFrontOfIt() {
        NoopElevator elevator = new NoopElevator();
        Request first = request(bio(0, 8));
        elevator.insert(LIMITS, first, false, 0);

        assertThat(elevator.insert(LIMITS, request(bio(8, 8)), false, 0)).isFalse();

        assertThat(first.sectors()).isEqualTo(16);
        assertThat(elevator.size()).isEqualTo(1);
    }

    /** Whatever is inserted, merged and dispatched: each bio comes out once, in a request of adjacent bios. */
    @Property(tries = 300)
    void shouldLoseNoBioAndMergeOnlyAdjacentOnes(
            @ForAll @Size(min = 1, max = 200) List<@IntRange(min = 0, max = 60) Integer> blocks) {
        NoopElevator elevator = new NoopElevator();
        List<Request> dispatched = new ArrayList<>();
        int submitted = 0;
        for (int block : blocks) {
            if (block % 7 == 6 && elevator.hasWork(0)) {
                dispatched.add(dispatch(elevator));
            }
            Bio bio = bio(block * 8L, 8);
            submitted++;
            if (!elevator.merge(LIMITS, bio, 0, 0)) {
                elevator.insert(LIMITS, request(bio), false, 0);
            }
        }
        while (elevator.hasWork(0)) {
            dispatched.add(dispatch(elevator));
        }

        Set<Bio> seen = new HashSet<>();
        for (Request request : dispatched) {
            long next = request.sector();
            for (Bio bio : request.bios()) {
                assertThat(bio.sector()).isEqualTo(next);
                assertThat(seen.add(bio)).isTrue();
                next += bio.sectors();
            }
            assertThat(next - request.sector()).isEqualTo(request.sectors()).isLessThanOrEqualTo(64);
            assertThat(request.segments()).isLessThanOrEqualTo(8);
        }
        assertThat(seen).hasSize(submitted);
    }

    private static Request dispatch(NoopElevator elevator) {
        Request request = elevator.dispatch(0, 0);
        assertThat(request).isNotNull();
        request.started(0, 0);
        return request;
    }

    private Request request(Bio bio) {
        Request request = new Request(queue, -1);
        request.init(bio, 0, 0);
        return request;
    }

    private static Bio bio(long sector, int sectors) {
        Bio bio = new Bio(new NoEnd(), 0);
        bio.describe(Op.READ, sector, sectors);
        return bio;
    }

    private static final class NoEnd implements BioEnd {
        @Override
        public CacheLine line() {
            throw new AssertionError("nothing ends here");
        }

        @Override
        public void ended(Context cx, Bio bio, BlockStatus status) {
            throw new AssertionError("nothing ends here");
        }
    }
}
