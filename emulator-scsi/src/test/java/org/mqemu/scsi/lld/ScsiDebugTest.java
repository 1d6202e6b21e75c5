package org.mqemu.scsi.lld;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.mqemu.api.stats.CpuMode;
import org.mqemu.scsi.support.ScsiFixture;
import org.mqemu.scsi.support.ScsiParameters;

class ScsiDebugTest {

    private static ScsiFixture run(boolean mq) {
        ScsiFixture machine = new ScsiFixture(ScsiParameters.of(mq, 2).scsiDebug());
        machine.load(0, 8, 4, 200, 0);
        machine.run();
        assertThat(machine.cpu(0).measured().interrupts().devices()).isZero();
        assertThat(machine.calls("scsi_debug_queuecommand")).isEqualTo(200);
        return machine;
    }

    @Test
    void shouldCompleteInTheSubmittersSystemCallUnderScsiMq() {
        ScsiFixture machine = run(true);
        assertThat(machine.calls(0, "bio_endio", CpuMode.SYS)).isEqualTo(200);
        assertThat(machine.cpu(0).measured().interrupts().softirqs()).isZero();
    }

    @Test
    void shouldCompleteInTheSubmittersSoftirqUnderTheLegacyStack() {
        ScsiFixture machine = run(false);
        assertThat(machine.calls(0, "bio_endio", CpuMode.SOFT)).isEqualTo(200);
        assertThat(machine.cpu(0).measured().interrupts().softirqs()).isBetween(1L, 200L);
        assertThat(machine.calls(1, "bio_endio", CpuMode.SOFT)).isZero();
    }

    @Test
    void shouldRespectTheDevicesQueueDepthUnderTheLegacyStack() {
        ScsiFixture machine =
                new ScsiFixture(ScsiParameters.of(false, 2).scsiDebug().limits(2, 1, 32));
        machine.load(0, 8, 8, 100, 0);
        machine.load(1, 8, 8, 100, 0);
        machine.run();
        assertThat(machine.device(0).places().waited()).isPositive();
    }
}
