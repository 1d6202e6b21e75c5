package org.mqemu.blkmq.elevator.bfq;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.mqemu.api.hardware.Op;
import org.mqemu.blkmq.block.Bio;
import org.mqemu.blkmq.block.Disk;
import org.mqemu.blkmq.block.IoPriority;
import org.mqemu.blkmq.block.Request;
import org.mqemu.blkmq.elevator.fair.NoEnd;
import org.mqemu.blkmq.support.TestQueue;

class BfqInjectionTest {
    private static final long MS = 1_000_000;

    private final BfqState state = new BfqState(false);
    private final BfqInjection injection = new BfqInjection(state, new BfqIdling(state));
    private final BfqRequest served = waiting();
    private final BfqRequest other = waiting();

    private static BfqRequest waiting() {
        Bio bio = new Bio(new NoEnd(), 0);
        bio.describe(Op.READ, 1000, 8);
        Request request = new Request(new TestQueue(new Disk("sda", 0, 1 << 20, 1)), -1);
        request.init(bio, 0, 0);
        BfqQueue queue = new BfqQueue(true, IoPriority.NONE, 0);
        queue.maxBudget = 1000;
        queue.entity.budget = 1000;
        queue.processes = 1;
        return new BfqRequest(request, new BfqProcess(IoPriority.NONE), queue);
    }

    private void makeOtherBusy() {
        BfqQueue queue = other.queue;
        queue.requests.add(other, 0);
        queue.next = other;
        BfqBusy.add(state, queue, 0);
    }

    /** The queue being served is empty, gets a request, and that ends after a time, perhaps with another one injected. */
    private void measure(long atNs, long tookNs, boolean injects) {
        state.inService = served.queue;
        state.inDriver = 0;
        if (injects) {
            assertThat(injection.choose(served.queue, atNs)).isSameAs(other.queue);
            state.inDriver = 1;
        }
        injection.firstRequest(served.queue, atNs);
        injection.dispatched(served);
        state.inDriver++;
        injection.ended(served, atNs + tookNs);
    }

    /** What a request takes alone; the limit was reset a moment before. */
    private void firstMeasure() {
        injection.firstRequest(served.queue, 0);
        measure(10 * MS, MS, false);
    }

    @Test
    void shouldStartWithoutInjectionForAProcessThatThinksShort() {
        makeOtherBusy();
        injection.firstRequest(served.queue, 0);

        assertThat(injection.choose(served.queue, MS)).isNull();
    }

    @Test
    void shouldInjectOneRequestOnceItKnowsWhatOneTakesAlone() {
        makeOtherBusy();
        firstMeasure();

        assertThat(served.queue.injectLimit.baseNs).isEqualTo(MS);
        assertThat(served.queue.injectLimit.limit).isEqualTo(1);
        state.inDriver = 0;
        assertThat(injection.choose(served.queue, 2 * MS)).isSameAs(other.queue);
        state.inDriver = 1;
        assertThat(injection.choose(served.queue, 2 * MS)).isNull();
    }

    @Test
    void shouldInjectLessIfThatDelaysByHalf() {
        makeOtherBusy();
        firstMeasure();
        measure(40 * MS, 3 * MS / 2, true);

        assertThat(served.queue.injectLimit.limit).isZero();
    }

    @Test
    void shouldInjectMoreIfThatDelaysLittle() {
        makeOtherBusy();
        state.hwTag.sample(null, 0, 8);
        firstMeasure();
        measure(40 * MS, 3 * MS / 2 - 1, true);

        assertThat(served.queue.injectLimit.limit).isEqualTo(2);
    }

    @Test
    void shouldStartAnewEverySecond() {
        makeOtherBusy();
        state.hwTag.sample(null, 0, 8);
        firstMeasure();
        measure(40 * MS, MS, true);
        assertThat(served.queue.injectLimit.limit).isEqualTo(2);

        state.inDriver = 3;
        injection.firstRequest(served.queue, 1100 * MS);
        assertThat(served.queue.injectLimit.limit).isZero();
        assertThat(served.queue.injectLimit.baseNs).isZero();
    }

    @Test
    void shouldServeTheWakerOfAQueueThatIsWaitedFor() {
        makeOtherBusy();
        BfqWakers wakers = new BfqWakers(state);
        state.lastCompleted = other.queue;
        served.queue.shortThinkTime = false;
        wakers.check(served.queue, MS);
        wakers.check(served.queue, 2 * MS);
        assertThat(injection.choose(served.queue, 2 * MS)).isNull();

        wakers.check(served.queue, 3 * MS);

        state.inDriver = 100;
        assertThat(injection.choose(served.queue, 3 * MS)).isSameAs(other.queue);
        assertThat(other.queue.woken).containsExactly(served.queue);
    }

    @Test
    void shouldServeTheAsyncRequestsOfTheProcessThatIsWaitedFor() {
        makeOtherBusy();
        BfqProcess process = other.process;
        served.queue.process = process;
        process.async = other.queue;
        state.inDriver = 100;

        assertThat(injection.choose(served.queue, 0)).isSameAs(other.queue);
    }
}
