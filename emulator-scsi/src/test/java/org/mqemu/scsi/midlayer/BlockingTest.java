package org.mqemu.scsi.midlayer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Budgets that are blocked, without a machine around them. */
class BlockingTest {
    private final TestTarget made = new TestTarget(8, 4, 4, 4);
    private final ScsiDevice device = made.device(0);

    @Example
    void shouldLetTheThirdAttemptOnABlockedDeviceThrough() {
        Blocking.deviceBusy(device);
        assertThat(device.ask()).isEqualTo(Budget.Answer.NOT_YET);
        assertThat(device.ask()).isEqualTo(Budget.Answer.NOT_YET);
        assertThat(device.ask()).isEqualTo(Budget.Answer.TAKEN);
        assertThat(device.ask()).isEqualTo(Budget.Answer.TAKEN);
    }

    @Example
    void shouldLetTheSeventhAttemptOnABlockedHostThrough() {
        Blocking.hostBusy(made.host);
        for (int i = 0; i < 6; i++) {
            assertThat(made.host.ask()).isEqualTo(Budget.Answer.NOT_YET);
        }
        assertThat(made.host.ask()).isEqualTo(Budget.Answer.TAKEN);
    }

    @Example
    void shouldNotCountAttemptsWhileCommandsAreUnderWay() {
        device.ask();
        Blocking.deviceBusy(device);
        for (int i = 0; i < 10; i++) {
            assertThat(device.ask()).isEqualTo(Budget.Answer.FULL);
        }
        device.givePlace();
        assertThat(device.ask()).isEqualTo(Budget.Answer.NOT_YET);
    }

    @Example
    void shouldBlockAHostThatCountsNothingAsOneThatDoes() {
        assertThat(made.host.askUncounted()).isEqualTo(Budget.Answer.TAKEN);
        Blocking.hostBusy(made.host);
        assertThat(made.host.askUncounted()).isEqualTo(Budget.Answer.FULL);
        made.host.giveUncounted();
        for (int i = 0; i < 6; i++) {
            assertThat(made.host.askUncounted()).isEqualTo(Budget.Answer.NOT_YET);
        }
        assertThat(made.host.askUncounted()).isEqualTo(Budget.Answer.TAKEN);
    }

    @Example
    void shouldUnblockAllThreeWhenACommandEnds() {
        Blocking.refused(device, QueueResult.DEVICE_BUSY);
        Blocking.refused(device, QueueResult.TARGET_BUSY);
        Blocking.refused(device, QueueResult.HOST_BUSY);
        assertThat(device.ask()).isEqualTo(Budget.Answer.NOT_YET);
        assertThat(made.target.ask()).isEqualTo(Budget.Answer.NOT_YET);
        assertThat(made.host.ask()).isEqualTo(Budget.Answer.NOT_YET);
        Blocking.finished(made.device(1));
        assertThat(device.ask()).as("another device's command").isEqualTo(Budget.Answer.NOT_YET);
        assertThat(made.target.ask()).isEqualTo(Budget.Answer.TAKEN);
        assertThat(made.host.ask()).isEqualTo(Budget.Answer.TAKEN);
        Blocking.finished(device);
        assertThat(device.ask()).isEqualTo(Budget.Answer.TAKEN);
    }

    @Example
    void shouldNeverBlockATargetThatIsNotCounted() {
        TestTarget unlimited = new TestTarget(8, ScsiTarget.NO_LIMIT, 4);
        Blocking.targetBusy(unlimited.device(0));
        assertThat(unlimited.target.isBusy()).isFalse();
        unlimited.target.countUnderHostLock();
        Blocking.targetBusy(unlimited.device(0));
        assertThat(unlimited.target.isBusy()).isTrue();
    }

    /** The rule in words: refused while others are under way, else so many refusals, then one goes on. */
    @Property(tries = 300)
    void shouldFollowTheRuleThroughAnyHistory(@ForAll Random random) {
        int limit = 1 + random.nextInt(4);
        int max = 1 + random.nextInt(5);
        Budget budget = new Budget("any", limit, new Blocked(max));
        int busy = 0;
        boolean blocked = false;
        int refusedSince = 0;
        for (int i = 0; i < 200; i++) {
            switch (random.nextInt(6)) {
                case 0 -> {
                    budget.blocked().block();
                    blocked = true;
                    refusedSince = 0;
                }
                case 1 -> {
                    if (busy > 0) {
                        budget.give();
                        budget.blocked().unblock();
                        busy--;
                        blocked = false;
                    }
                }
                case 2 -> {
                    limit = 1 + random.nextInt(4);
                    budget.limit(limit);
                }
                default -> {
                    Budget.Answer expected;
                    if (blocked && busy == 0 && ++refusedSince < max) {
                        expected = Budget.Answer.NOT_YET;
                    } else if ((blocked && busy > 0) || busy >= limit) {
                        expected = Budget.Answer.FULL;
                    } else {
                        expected = Budget.Answer.TAKEN;
                        blocked = false;
                        busy++;
                    }
                    assertThat(budget.ask()).as("step %d", i).isEqualTo(expected);
                }
            }
            assertThat(budget.busy()).isEqualTo(busy);
            assertThat(budget.isBusy()).isEqualTo(blocked || busy >= limit);
        }
    }
}
