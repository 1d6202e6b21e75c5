package org.mqemu.scsi.midlayer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.mqemu.blkmq.block.BlockQueue;
import org.mqemu.blkmq.cpu.Step;
import org.mqemu.scsi.support.ScsiFixture;
import org.mqemu.scsi.support.ScsiParameters;

class DeviceSysfsTest {
    private final ScsiFixture machine =
            new ScsiFixture(ScsiParameters.of(true, 1).devices(2).limits(32, 8, 32));
    private final DeviceSysfs sysfs =
            new DeviceSysfs(queue -> machine.device(queue.disk().index()), 32);

    private void write(BlockQueue queue, String attribute, String value) {
        Step change = sysfs.store(queue, attribute, value);
        machine.start(0, 1_000, change);
        machine.load(0, 1, 1, 1, 0);
        machine.run();
    }

    @Test
    void shouldChangeTheQueueDepthOfOneDevice() {
        write(machine.mqQueue(1), "queue_depth", "16");
        assertThat(machine.device(0).queueDepth()).isEqualTo(8);
        assertThat(machine.device(1).queueDepth()).isEqualTo(16);
        assertThat(machine.device(1).maxQueueDepth()).isEqualTo(16);
    }

    @Test
    void shouldChangeTheRampUpPeriod() {
        write(machine.mqQueue(0), "queue_ramp_up_period", "8");
        QueueFullTracker tracker = machine.device(0).fullTracker();
        tracker.full(3, 1_000);
        assertThat(tracker.mayRampUp(1_001, new Jiffies(250))).isFalse();
        assertThat(tracker.mayRampUp(1_002, new Jiffies(250))).isTrue();
    }

    @Test
    void shouldTakeDepthsUpToCanQueueOnly() {
        assertThatCode(() -> sysfs.check("queue_depth", "32")).doesNotThrowAnyException();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> sysfs.check("queue_depth", "33"))
                .withMessage("queue_depth is 1 to 32: 33");
        assertThatIllegalArgumentException().isThrownBy(() -> sysfs.check("queue_depth", "0"));
        assertThatIllegalArgumentException().isThrownBy(() -> sysfs.check("queue_depth", "many"));
        assertThatIllegalArgumentException().isThrownBy(() -> sysfs.check("queue_ramp_up_period", "-1"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> sysfs.check("queue_width", "1"))
                .withMessageContaining("[queue_depth, queue_ramp_up_period]");
    }
}
