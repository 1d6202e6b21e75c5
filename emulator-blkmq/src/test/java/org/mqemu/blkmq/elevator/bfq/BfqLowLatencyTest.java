package org.mqemu.blkmq.elevator.bfq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.mqemu.api.hardware.Op;
import org.mqemu.blkmq.block.IoPriority;
import org.mqemu.blkmq.block.IoPriority.IoClass;
import org.mqemu.blkmq.block.QueueLimits;
import org.mqemu.blkmq.elevator.fair.SimulatedDisk;
import org.mqemu.blkmq.elevator.fair.SimulatedProcess;

class BfqLowLatencyTest {
    private static final long MS = 1_000_000;
    private static final long S = 1_000_000_000;
    private static final long FAR = 1L << 26;
    private static final int IO_SECTORS = 256;
    private static final long NS_PER_SECTOR = 4000;

    private final BfqElevator elevator = new BfqElevator(true);
    private final SimulatedDisk disk =
            new SimulatedDisk(elevator, new QueueLimits(1024, 128, 2), 8, request -> request.sectors() * NS_PER_SECTOR);

    private SimulatedProcess reader(int pid) {
        return SimulatedProcess.sequential(disk, pid, pid * FAR, IO_SECTORS).depth(64);
    }

    private double share(int pid, long fromNs, long untilNs) {
        return disk.sectors(pid, fromNs, untilNs) * (double) NS_PER_SECTOR / (untilNs - fromNs);
    }

    @Test
    void shouldRaiseAProcessThatStartsUntilItHasReadAsMuchAsAnApplication() {
        reader(1).start(0);
        reader(2).start(5 * S);
        disk.run(15 * S);

        assertThat(share(2, 5 * S, 5 * S + 500 * MS)).isGreaterThan(0.7);
        assertThat(disk.sectors(2, 5 * S, 6 * S))
                .as("raised for 120000 sectors")
                .isBetween(140_000L, 200_000L);
        assertThat(share(2, 9 * S, 15 * S)).isCloseTo(0.5, withinPercentage(10));
    }

    @Test
    void shouldRaiseNobodyWithoutLowLatency() {
        elevator.tunables().set("low_latency", 0);
        reader(1).start(0);
        reader(2).start(5 * S);
        disk.run(7 * S);

        assertThat(share(2, 5 * S, 5 * S + 500 * MS)).isBetween(0.4, 0.6);
    }

    @Test
    void shouldRaiseNobodyAfterLowLatencyIsSwitchedOff() {
        reader(1).start(0);
        reader(2).start(5 * S);
        disk.at(5 * S + 300 * MS, () -> elevator.tunables().set("low_latency", 0));
        disk.run(6 * S);

        assertThat(share(2, 5 * S + 320 * MS, 5 * S + 570 * MS)).isBetween(0.4, 0.6);
    }

    @Test
    void shouldNotRaiseAProcessWhoseLevelTheUserHasSet() {
        reader(1).start(0);
        reader(2).priority(IoClass.BE, 5).start(5 * S);
        disk.run(7 * S);

        assertThat(share(2, 5 * S, 7 * S)).isLessThan(0.5);
    }

    @Test
    void shouldRaiseAProcessThatWasIdleForTwoSeconds() {
        reader(1).start(0);
        reader(2).until(4 * S).start(S);
        reader(2).start(7 * S);
        disk.run(8 * S);

        assertThat(share(2, 3 * S, 4 * S)).isBetween(0.4, 0.6);
        assertThat(share(2, 7 * S, 7 * S + 500 * MS)).isGreaterThan(0.7);
    }

    /** Ends with the mean time of an I/O every 100 ms, from 30 s on, when no start of an application is raised. */
    private long meanOfPeriodicReads() {
        reader(1).start(0);
        AtomicLong sumNs = new AtomicLong();
        for (int i = 10; i < 340; i++) {
            long sector = 3 * FAR + i * 8L;
            long atNs = i * 100 * MS;
            disk.at(
                    atNs,
                    () -> disk.submit(2, true, IoPriority.NONE, Op.READ, sector, 8, bio -> {
                        if (atNs >= 30 * S) {
                            sumNs.addAndGet(disk.nowNs() - atNs);
                        }
                    }));
        }
        disk.run(35 * S);
        return sumNs.get() / 40;
    }

    @Test
    void shouldRaiseASoftRealTimeProcessAsLongAsItLivesUpToIt() {
        assertThat(meanOfPeriodicReads()).isLessThan(10 * MS);
    }

    @Test
    void shouldLetASoftRealTimeProcessWaitWithoutLowLatency() {
        elevator.tunables().set("low_latency", 0);
        assertThat(meanOfPeriodicReads()).isGreaterThan(30 * MS);
    }

    @Test
    void shouldLeaveFewerTagsToWritesWhileSomebodyIsRaised() {
        assertThat(elevator.depthLimit(Op.WRITE, false, 256)).isEqualTo(128);
        reader(1).start(0);
        disk.run(MS);

        assertThat(elevator.depthLimit(Op.READ, true, 256)).isEqualTo(256);
        assertThat(elevator.depthLimit(Op.WRITE, true, 256)).isEqualTo(96);
        assertThat(elevator.depthLimit(Op.WRITE, false, 256)).isEqualTo(48);
    }
}
