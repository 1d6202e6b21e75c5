package org.mqemu.scsi.midlayer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.mqemu.blkmq.mq.Hctx;
import org.mqemu.scsi.support.ScsiFixture;
import org.mqemu.scsi.support.ScsiParameters;

class ScsiMqTest {
    private static final ScsiParameters MQ = ScsiParameters.of(true, 4);

    private static boolean stopped(ScsiFixture machine, int lun) {
        return machine.mqQueue(lun).hardwareQueues().stream().allMatch(Hctx::isStopped);
    }

    @Test
    void shouldStopTheHardwareQueuesOfAFullDeviceUntilACommandOfItEnds() {
        ScsiFixture machine = new ScsiFixture(MQ.limits(8, 1, 16));
        machine.load(0, 3, 3, 3, 0);
        machine.hba().takes(command -> 100_000);
        List<Long> seenNs = new ArrayList<>();
        machine.watch(50_000, nowNs -> {
            if (stopped(machine, 0)) {
                seenNs.add(nowNs);
            }
        });
        machine.run();
        assertThat(seenNs).containsExactly(50_000L);
        List<Long> arrivalsNs = machine.hba().arrivalsNs(0);
        assertThat(arrivalsNs.get(1) - arrivalsNs.get(0)).isBetween(100_000L, 105_000L);
        assertThat(arrivalsNs.get(2) - arrivalsNs.get(1)).isBetween(100_000L, 105_000L);
        assertThat(stopped(machine, 0)).isFalse();
        assertThat(machine.device(0).places().waited()).isBetween(2L, 3L);
    }

    @Test
    void shouldLetAWorkerDispatchWhatACompletionRestarts() {
        ScsiFixture machine = new ScsiFixture(MQ.limits(8, 1, 16));
        machine.load(0, 4, 4, 40, 0);
        machine.run();
        assertThat(machine.hba().mostInFlight(0)).isEqualTo(1);
        assertThat(machine.device(0).places().waited()).isPositive();
    }

    @Test
    void shouldRunTheQueueOfAStarvedDeviceWhenAnothersCommandEnds() {
        ScsiFixture machine = new ScsiFixture(MQ.devices(2).limits(1, 8, 16));
        machine.busy(1, 0, 10_000); // so that sda has the host's only place
        machine.load(0, 1, 1, 1, 0);
        machine.load(1, 1, 1, 1, 1);
        machine.hba().takes(command -> 100_000);
        machine.run();
        assertThat(machine.hba().arrivalsNs(0).get(0)).isLessThan(10_000);
        assertThat(machine.hba().arrivalsNs(1).get(0)).isBetween(100_000L, 110_000L);
    }

    @Test
    void shouldLeaveItToTheCompletionToRunTheQueueOfADeviceThatHasACommand() {
        ScsiFixture machine = new ScsiFixture(MQ.limits(8, 1, 16));
        machine.load(0, 2, 2, 2, 0);
        machine.hba().takes(command -> 10_000_000);
        List<Long> rejected = new ArrayList<>();
        machine.watch(
                9_000_000, nowNs -> rejected.add(machine.device(0).places().waited()));
        machine.run();
        assertThat(rejected).containsExactly(1L);
    }

    @Test
    void shouldGiveTheDevicesPlaceBackIfTheHostHasNone() {
        ScsiFixture machine = new ScsiFixture(MQ.devices(2).limits(1, 8, 16));
        machine.busy(1, 0, 10_000);
        machine.load(0, 1, 1, 1, 0);
        machine.load(1, 1, 1, 1, 1);
        machine.hba().takes(command -> 100_000);
        List<Integer> busy = new ArrayList<>();
        machine.watch(50_000, nowNs -> busy.add(machine.device(1).busy()));
        machine.run();
        assertThat(busy).containsExactly(0);
        assertThat(machine.host().places().waited()).isEqualTo(1);
    }

    @Test
    void shouldNotStopTheQueuesOfOtherDevices() {
        ScsiFixture machine = new ScsiFixture(MQ.devices(2).limits(8, 1, 16));
        machine.load(0, 3, 3, 3, 0);
        machine.load(1, 1, 1, 1, 1);
        machine.hba().takes(command -> 100_000);
        List<Boolean> stopped = new ArrayList<>();
        machine.watch(50_000, nowNs -> stopped.addAll(List.of(stopped(machine, 0), stopped(machine, 1))));
        machine.run();
        assertThat(stopped).containsExactly(true, false);
    }
}
