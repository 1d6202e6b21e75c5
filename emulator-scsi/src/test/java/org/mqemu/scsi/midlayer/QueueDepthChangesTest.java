package org.mqemu.scsi.midlayer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.mqemu.scsi.support.Layout;
import org.mqemu.scsi.support.MqKernel;
import org.mqemu.scsi.support.ScsiFixture;
import org.mqemu.scsi.support.ScsiParameters;

/** Another queue depth while commands are under way, on all stacks. */
class QueueDepthChangesTest {

    static List<ScsiParameters> stacks() {
        ScsiParameters mq = ScsiParameters.of(true, 2);
        return List.of(ScsiParameters.of(false, 2), mq, mq.kernel(MqKernel.V4_16), mq.kernel(MqKernel.V6_1));
    }

    @ParameterizedTest
    @MethodSource("stacks")
    void shouldKeepToALowerDepthOnceWhatWasAboveItHasEnded(ScsiParameters stack) {
        ScsiFixture machine = new ScsiFixture(stack.limits(64, 32, 64));
        machine.load(0, 48, 8, 600, 0);
        machine.hba().takes(command -> 100_000);
        machine.watch(300_000, nowNs -> machine.device(0).giveQueueDepth(4));
        machine.hba().atArrival(() -> {
            if (machine.hba()
                            .arrivals()
                            .get(machine.hba().arrivals().size() - 1)
                            .atNs()
                    > 420_000) {
                assertThat(machine.hba().inFlight()).isLessThanOrEqualTo(4);
            }
        });
        machine.run();
        assertThat(machine.hba().mostInFlight()).isEqualTo(32);
        assertThat(machine.hba().arrivals()).hasSize(600);
    }

    @ParameterizedTest
    @MethodSource("stacks")
    void shouldUseAHigherDepth(ScsiParameters stack) {
        ScsiFixture machine = new ScsiFixture(stack.limits(64, 2, 64));
        machine.load(0, 48, 8, 600, 0);
        machine.hba().takes(command -> 100_000);
        int[] mostBefore = new int[1];
        machine.watch(350_000, nowNs -> {
            mostBefore[0] = machine.hba().mostInFlight();
            machine.device(0).giveQueueDepth(20);
        });
        machine.run();
        assertThat(mostBefore[0]).isEqualTo(2);
        assertThat(machine.hba().mostInFlight()).isEqualTo(20);
    }

    /** The device is full with more than 24 commands. */
    @ParameterizedTest
    @MethodSource("stacks")
    void shouldRampDownInAStormOfFullQueuesAndUpAgain(ScsiParameters stack) {
        ScsiFixture machine =
                new ScsiFixture(stack.devices(2).limits(64, 28, 64).layout(new Layout(2, 0, 1, HostTags.PER_QUEUE)));
        QueueDepthTracking tracking = new QueueDepthTracking(new Jiffies(1000), true, QueueDepthTracking.STAYS_TAGGED);
        ScsiDevice device = machine.device(0);
        device.rampUpPeriodMs(200);
        machine.load(0, 40, 8, 8_000, 0);
        machine.hba().takes(command -> 10_000_000);
        machine.hba().atArrival(() -> {
            long nowNs = machine.hba()
                    .arrivals()
                    .get(machine.hba().arrivals().size() - 1)
                    .atNs();
            if (machine.hba().inFlight() > 24 && nowNs < 1_600_000_000L) {
                tracking.queueFull(device, nowNs);
            } else {
                tracking.succeeded(device, nowNs);
            }
        });
        int[] lowest = new int[2];
        machine.watch(1_600_000_000L, nowNs -> {
            lowest[0] = device.queueDepth();
            lowest[1] = machine.device(1).queueDepth();
        });
        machine.run();
        assertThat(lowest[0]).isBetween(24, 25);
        assertThat(lowest[1]).as("the other unit of the target").isBetween(24, 25);
        assertThat(device.queueDepth()).isEqualTo(28);
        assertThat(machine.device(1).queueDepth()).isEqualTo(28);
        assertThat(machine.hba().arrivals()).hasSize(8_000);
    }

    @Test
    void shouldGiveABitmapRoomForWhatTheHostTakesButNoMoreThan4096() {
        ScsiFixture machine =
                new ScsiFixture(ScsiParameters.of(true, 1).kernel(MqKernel.V6_1).limits(10_000, 8, 16));
        machine.device(0).changeQueueDepth(5_000);
        assertThat(machine.device(0).queueDepth()).isEqualTo(4_096);
        assertThat(machine.device(0).maxQueueDepth())
                .as("only an administrator's depth counts")
                .isEqualTo(8);
    }

    @Test
    void shouldTakeADepthAboveTheHostsForTheHosts() {
        TestTarget made = new TestTarget(16, 0, 4);
        made.device(0).giveQueueDepth(20);
        assertThat(made.device(0).queueDepth()).isEqualTo(16);
        assertThat(made.device(0).maxQueueDepth()).isEqualTo(16);
        assertThatIllegalArgumentException().isThrownBy(() -> made.device(0).changeQueueDepth(0));
    }

    @Test
    void shouldPrintAddressesAsLsscsiDoes() {
        assertThat(new ScsiAddress(0, 1, 12, 3)).hasToString("0:1:12:3");
        assertThatIllegalArgumentException().isThrownBy(() -> new ScsiAddress(0, 0, -1, 0));
    }
}
