package org.mqemu.scsi.midlayer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.mqemu.api.stats.CpuMode;
import org.mqemu.scsi.support.ScsiFixture;
import org.mqemu.scsi.support.ScsiParameters;

class LegacyStackTest {
    private static final ScsiParameters LEGACY = ScsiParameters.of(false, 4);

    // ---- starved devices ----

    @Test
    void shouldGiveEveryStarvedDeviceItsTurn() {
        ScsiFixture machine = new ScsiFixture(LEGACY.devices(16).limits(4, 32, 64));
        for (int lun = 0; lun < 16; lun++) {
            machine.load(lun % 4, 8, 1, Long.MAX_VALUE, lun);
        }
        machine.hba().takes(command -> 20_000);
        machine.runFor(20_000_000);
        assertThat(machine.host().places().waited()).isGreaterThan(1_000);
        assertThat(machine.hba().mostInFlight()).isEqualTo(4);
        long total = machine.hba().arrivals().size();
        assertThat(machine.host().places().waited()).isLessThan(4 * total); // a full host is not asked again and again
        for (int lun = 0; lun < 16; lun++) {
            List<Long> arrivalsNs = machine.hba().arrivalsNs(lun);
            assertThat(arrivalsNs.size())
                    .as("I/Os of device %d of %d", lun, total)
                    .isGreaterThan((int) total / 40);
            long previousNs = 0;
            for (long arrivalNs : arrivalsNs) {
                assertThat(arrivalNs - previousNs)
                        .as("device %d at %d", lun, arrivalNs)
                        .isLessThan(5_000_000);
                previousNs = arrivalNs;
            }
        }
    }

    @Test
    void shouldServeAStarvedDeviceThatHasNothingInFlightWhenAnothersCommandEnds() {
        ScsiFixture machine = new ScsiFixture(LEGACY.devices(2).limits(1, 8, 64));
        machine.busy(1, 0, 5_000); // so that sdb comes second
        machine.load(0, 1, 1, 1, 0);
        machine.load(1, 1, 1, 1, 1);
        machine.hba().takes(command -> 50_000);
        machine.run();
        long firstNs = machine.hba().arrivalsNs(0).get(0);
        assertThat(machine.hba().arrivalsNs(1).get(0)).isBetween(firstNs + 50_000, firstNs + 55_000);
    }

    /** blk_delay_queue: nothing of the device is in flight whose end would run its queue. */
    @Test
    void shouldRunTheQueueOfAnIdleDeviceEveryThreeMillisecondsWhileTheHostHasNoPlace() {
        ScsiFixture machine = new ScsiFixture(LEGACY.devices(2).limits(1, 8, 64));
        machine.load(0, 1, 1, 1, 0);
        machine.busy(1, 0, 5_000); // so that sdb comes second
        machine.load(1, 1, 1, 1, 1);
        machine.hba().takes(command -> 10_000_000);
        machine.run();
        assertThat(machine.host().places().waited()).as("at 0, 3, 6, 9 ms").isEqualTo(4);
        assertThat(machine.calls(1, "__blk_run_queue", CpuMode.SYS))
                .as("at 3, 6, 9 ms, and at 12 although a starved device has been served at 10")
                .isEqualTo(4);
    }

    @Test
    void shouldNotRunTheQueueOfADeviceLaterWhoseOwnCommandsWill() {
        ScsiFixture machine = new ScsiFixture(LEGACY.limits(1, 8, 64));
        machine.load(0, 8, 8, 8, 0);
        machine.hba().takes(command -> 10_000_000);
        machine.run();
        assertThat(machine.host().places().waited()).isPositive();
        assertThat(machine.calls(0, "__blk_run_queue", CpuMode.SYS)).isZero();
    }

    @Test
    void shouldPrepareARequestOnceHoweverOftenTheHostHasNoPlace() {
        ScsiFixture machine = new ScsiFixture(LEGACY.devices(4).limits(1, 8, 64));
        for (int lun = 0; lun < 4; lun++) {
            machine.load(lun, 8, 2, 100, lun);
        }
        machine.run();
        assertThat(machine.host().places().waited()).isGreaterThan(100);
        assertThat(machine.calls("scsi_prep_fn")).isEqualTo(400);
    }

    @Test
    void shouldDispatchWaitingRequestsFromTheSoftirqOfACompletion() {
        ScsiFixture machine = new ScsiFixture(LEGACY.limits(8, 1, 64));
        machine.load(0, 8, 8, 80, 0);
        machine.run();
        assertThat(machine.hba().mostInFlight(0)).isEqualTo(1);
        assertThat(machine.calls(0, "blk_start_request", CpuMode.SOFT)).isGreaterThan(60);
    }

    // ---- the order of locks ----

    @Test
    void shouldDropTheQueueLockBeforeItWaitsForTheHostLock() {
        ScsiFixture machine = new ScsiFixture(LEGACY);
        machine.hold(2, 0, 50_000, machine.hostLock().lock());
        machine.busy(1, 0, 10_000); // so that it finds the other one waiting for the host_lock
        machine.load(0, 1, 1, 1, 0);
        machine.load(1, 1, 1, 1, 0);
        List<Long> contended = new ArrayList<>();
        machine.hba()
                .atArrival(() -> contended.add(machine.queueLock(0).counts().contended()));
        machine.run();
        assertThat(machine.hba().arrivals().get(0).atNs()).isGreaterThan(50_000);
        assertThat(machine.hostLock().maxSpinners()).isEqualTo(2);
        assertThat(contended.get(0)).isZero();
    }

    @Test
    void shouldKeepInterruptsOffFromTheQueueLockThroughTheHostLock() {
        ScsiFixture machine = new ScsiFixture(LEGACY);
        machine.hold(2, 0, 50_000, machine.hostLock().lock());
        machine.load(0, 1, 1, 1, 0);
        List<Long> submitter = machine.interrupt(0, 20_000);
        List<Long> idle = machine.interrupt(3, 20_000);
        machine.run();
        assertThat(idle.get(0)).isBetween(20_000L, 20_500L);
        assertThat(submitter.get(0)).isGreaterThan(50_000);
        assertThat(submitter.get(0)).isLessThan(machine.hba().arrivalsNs(0).get(0)); // on again in the driver
    }

    @Test
    void shouldTakeTheHostLockThreeTimesAnIoOnceInEachPart() {
        ScsiFixture machine = new ScsiFixture(LEGACY);
        machine.load(0, 1, 1, 100, 0);
        machine.run();
        assertThat(machine.hostLock().counts().acquisitions()).isEqualTo(300);
        assertThat(machine.calls("scsi_host_queue_ready")).isEqualTo(100);
        assertThat(machine.calls("scsi_device_unbusy")).isEqualTo(100);
        assertThat(machine.calls("scsi_run_queue")).isEqualTo(100);
    }
}
