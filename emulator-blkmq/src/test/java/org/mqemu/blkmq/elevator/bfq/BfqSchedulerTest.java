package org.mqemu.blkmq.elevator.bfq;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.mqemu.blkmq.block.IoPriority;
import org.mqemu.blkmq.block.IoPriority.IoClass;

class BfqSchedulerTest {
    private static final int MAX_BUDGET = 1000;
    /** The IDLE class is not looked after before that. */
    private static final long NOW_NS = 1;

    private final BfqScheduler scheduler = new BfqScheduler(new BfqWeights());

    private BfqQueue activate(IoClass ioClass, int level, long budget) {
        BfqQueue queue = new BfqQueue(true, new IoPriority(ioClass, level), 0);
        queue.entity.budget = budget;
        scheduler.activate(queue, false, false, NOW_NS);
        return queue;
    }

    private BfqQueue serve(long sectors, long nextBudget) {
        BfqQueue queue = scheduler.takeNext(NOW_NS);
        assertThat(queue).isNotNull();
        scheduler.served(queue, sectors);
        queue.entity.budget = nextBudget;
        scheduler.activate(queue, false, true, NOW_NS);
        scheduler.endService();
        queue.entity.service = 0;
        return queue;
    }

    /** Whatever part of whatever budgets they use: service by weight differs by one budget of each at most. */
    @Property(tries = 200)
    void shouldServeInProportionToTheWeights(
            @ForAll @Size(min = 2, max = 8) List<@IntRange(max = 7) Integer> levels, @ForAll Random random) {
        BfqScheduler own = new BfqScheduler(new BfqWeights());
        List<BfqQueue> queues = new ArrayList<>();
        for (int level : levels) {
            BfqQueue queue = new BfqQueue(true, new IoPriority(IoClass.BE, level), 0);
            queue.entity.budget = 1L + random.nextInt(MAX_BUDGET);
            own.activate(queue, false, false, NOW_NS);
            queues.add(queue);
        }
        long[] served = new long[queues.size()];
        for (int step = 0; step < 500; step++) {
            BfqQueue queue = own.takeNext(NOW_NS);
            long sectors = 1L + random.nextInt((int) queue.entity.budget);
            served[queues.indexOf(queue)] += sectors;
            own.served(queue, sectors);
            queue.entity.budget = 1L + random.nextInt(MAX_BUDGET);
            own.activate(queue, false, true, NOW_NS);
            own.endService();
            queue.entity.service = 0;
            for (int i = 0; i < served.length; i++) {
                for (int j = 0; j < i; j++) {
                    double one = 10.0 * (8 - levels.get(i));
                    double other = 10.0 * (8 - levels.get(j));
                    assertThat(Math.abs(served[i] / one - served[j] / other))
                            .isLessThanOrEqualTo(MAX_BUDGET / one + MAX_BUDGET / other + 1);
                }
            }
        }
    }

    @Test
    void shouldServeTheHigherClassOnly() {
        BfqQueue bestEffort = activate(IoClass.BE, 0, 100);
        BfqQueue realTime = activate(IoClass.RT, 7, 100);

        for (int i = 0; i < 10; i++) {
            assertThat(serve(100, 100)).isSameAs(realTime);
        }
        scheduler.deactivate(realTime, false, NOW_NS);
        assertThat(serve(100, 100)).isSameAs(bestEffort);
    }

    @Test
    void shouldLetTheOneWithTheSmallerBudgetFinishFirst() {
        activate(IoClass.BE, 4, 1000);
        BfqQueue small = activate(IoClass.BE, 4, 10);

        assertThat(serve(10, 10)).isSameAs(small);
    }

    @Test
    void shouldLetWhoLeavesAndComesBackAtOnceStartWhereItsBudgetEnded() {
        BfqQueue leaving = activate(IoClass.BE, 4, 50);
        activate(IoClass.BE, 4, 100);
        assertThat(scheduler.takeNext(NOW_NS)).isSameAs(leaving);
        scheduler.served(leaving, 40);
        scheduler.deactivate(leaving, true, NOW_NS);
        scheduler.endService();
        assertThat(leaving.entity.on).isEqualTo(BfqEntity.On.IDLE);

        scheduler.activate(leaving, false, false, NOW_NS);

        assertThat(leaving.entity.start).isEqualTo(BfqEntity.delta(40, 40));
    }

    @Test
    void shouldForgetWhoLeavesForLong() {
        BfqQueue leaving = activate(IoClass.BE, 4, 50);
        activate(IoClass.BE, 4, 1000);
        activate(IoClass.BE, 4, 2000);
        scheduler.takeNext(NOW_NS);
        scheduler.served(leaving, 40);
        scheduler.deactivate(leaving, true, NOW_NS);
        scheduler.endService();
        serve(1000, 1000);
        assertThat(leaving.entity.on).isEqualTo(BfqEntity.On.NONE);

        scheduler.activate(leaving, false, false, NOW_NS);

        assertThat(leaving.entity.start).isGreaterThan(BfqEntity.delta(40, 40));
    }

    @Test
    void shouldShiftBackWhoWasGoneOnlyForAMoment() {
        BfqQueue leaving = activate(IoClass.BE, 4, 50);
        activate(IoClass.BE, 4, 1000);
        activate(IoClass.BE, 4, 2000);
        scheduler.takeNext(NOW_NS);
        scheduler.served(leaving, 40);
        scheduler.deactivate(leaving, true, NOW_NS);
        scheduler.endService();
        leaving.entity.budget = 10_000;
        serve(1000, 1000);

        scheduler.activate(leaving, true, false, NOW_NS);

        assertThat(leaving.entity.start).isEqualTo(BfqEntity.delta(40, 40));
    }

    /** Otherwise the heavy one would be served eight times in a row, as its budgets end first. */
    @Test
    void shouldNotLetAHeavyQueueRunAheadOfItsShare() {
        BfqQueue heavy = activate(IoClass.BE, 0, 100);
        for (int i = 0; i < 8; i++) {
            activate(IoClass.BE, 7, 100);
        }
        int inARow = 0;
        int total = 0;
        for (int i = 0; i < 64; i++) {
            inARow = serve(100, 100) == heavy ? inARow + 1 : 0;
            total += inARow > 0 ? 1 : 0;
            assertThat(inARow).isLessThanOrEqualTo(2);
        }
        assertThat(total).isBetween(31, 33);
    }

    @Test
    void shouldServeTheIdleClassEvery200Ms() {
        activate(IoClass.BE, 0, 100);
        BfqQueue idle = activate(IoClass.IDLE, 0, 100);
        assertThat(serve(100, 100)).isNotSameAs(idle);

        BfqQueue queue = scheduler.takeNext(100_000_000);
        scheduler.activate(queue, false, true, 201_000_000);
        scheduler.endService();

        assertThat(scheduler.takeNext(201_000_000)).isSameAs(idle);
    }
}
