package org.mqemu.blkmq.elevator.cfq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.mqemu.api.hardware.Op;
import org.mqemu.blkmq.block.IoPriority;
import org.mqemu.blkmq.block.IoPriority.IoClass;
import org.mqemu.blkmq.block.QueueLimits;
import org.mqemu.blkmq.elevator.fair.SimulatedDisk;
import org.mqemu.blkmq.elevator.fair.SimulatedDisk.Served;
import org.mqemu.blkmq.elevator.fair.SimulatedProcess;

class CfqElevatorTest {
    private static final long US = 1000;
    private static final long MS = 1_000_000;
    private static final long S = 1_000_000_000;
    /** Far from each other, so that nobody is near anybody. */
    private static final long FAR = 1L << 24;

    /** Requests that all take as long carry as much. */
    private static final QueueLimits NO_MERGES = new QueueLimits(1024, 128, 2);

    private final CfqElevator elevator = new CfqElevator(true);
    private final SimulatedDisk disk = new SimulatedDisk(elevator, NO_MERGES, 32, request -> 500 * US);

    /** Periods in which one process is served without another one in between, the first and last left out. */
    private List<Long> slices() {
        List<Long> slices = new ArrayList<>();
        long startNs = -1;
        int pid = -1;
        for (Served served : disk.served()) {
            if (served.pid() != pid) {
                if (startNs >= 0) {
                    slices.add(served.atNs() - startNs);
                }
                startNs = served.atNs();
                pid = served.pid();
            }
        }
        return slices.subList(Math.min(1, slices.size()), slices.size());
    }

    private SimulatedProcess reader(int pid) {
        return SimulatedProcess.sequential(disk, pid, pid * FAR, 8);
    }

    @Test
    void shouldKeepTheDiskForAReaderThatThinksAMoment() {
        reader(1).thinks(100 * US).start(0);
        reader(2).thinks(100 * US).start(0);

        disk.run(3 * S);

        assertThat(slices()).isNotEmpty().allSatisfy(ns -> assertThat(ns).isBetween(90 * MS, 110 * MS));
    }

    @Test
    void shouldSwitchAtOnceWithoutSliceIdle() {
        elevator.tunables().set("slice_idle", 0);
        reader(1).thinks(100 * US).start(0);
        reader(2).thinks(100 * US).start(0);

        disk.run(1 * S);

        assertThat(slices()).isNotEmpty().allSatisfy(ns -> assertThat(ns).isLessThan(2 * MS));
    }

    @Test
    void shouldEndAServiceWhenTheProcessThinksTooLong() {
        reader(1).thinks(100 * US).until(20 * MS).start(0);
        reader(2).depth(4).start(5 * MS);

        disk.run(200 * MS);

        long last = disk.served().stream()
                .filter(s -> s.pid() == 1)
                .mapToLong(Served::atNs)
                .max()
                .orElseThrow();
        long next = disk.served().stream()
                .filter(s -> s.pid() == 2 && s.atNs() > last)
                .mapToLong(Served::atNs)
                .min()
                .orElseThrow();
        assertThat(next - last).isEqualTo(500 * US + 8 * MS);
    }

    @Test
    void shouldGiveABackloggedQueueItsSliceAndNoMore() {
        reader(1).depth(64).start(0);
        reader(2).depth(64).start(0);
        disk.run(3 * S);

        assertThat(slices()).isNotEmpty().allSatisfy(ns -> assertThat(ns).isBetween(90 * MS, 110 * MS));
    }

    @Test
    void shouldCutSlicesToTheTargetLatency() {
        for (int pid = 1; pid <= 16; pid++) {
            reader(pid).depth(4).start(0);
        }
        disk.run(3 * S);

        List<Long> later = slices().subList(32, slices().size());
        assertThat(later).isNotEmpty().allSatisfy(ns -> assertThat(ns).isBetween(16 * MS, 22 * MS));
    }

    @Test
    void shouldNotCutSlicesWithoutLowLatency() {
        elevator.tunables().set("low_latency", 0);
        for (int pid = 1; pid <= 6; pid++) {
            reader(pid).depth(4).start(0);
        }
        disk.run(3 * S);

        assertThat(slices()).isNotEmpty().allSatisfy(ns -> assertThat(ns).isBetween(95 * MS, 110 * MS));
    }

    @Test
    void shouldServeALevelLongerThanALowerOne() {
        reader(1).priority(IoClass.BE, 0).depth(16).start(0);
        reader(2).priority(IoClass.BE, 7).depth(16).start(0);
        disk.run(10 * S);

        double ratio = (double) disk.sectors(1, S, 10 * S) / disk.sectors(2, S, 10 * S);
        assertThat(ratio).isCloseTo(180.0 / 40, within(0.3));
    }

    @Test
    void shouldServeRealTimeBeforeAllOthersAndIdleAfterThem() {
        reader(1).priority(IoClass.RT, 4).depth(8).until(1 * S).start(500 * MS);
        reader(2).depth(8).until(2 * S).start(0);
        reader(3).priority(IoClass.IDLE, 0).depth(8).start(0);
        disk.run(3 * S);

        assertThat(disk.sectors(2, 520 * MS, 990 * MS)).isZero();
        assertThat(disk.sectors(3, 50 * MS, 1990 * MS)).isZero();
        assertThat(disk.sectors(3, 2050 * MS, 3 * S)).isPositive();
    }

    @Test
    void shouldKeepHalfAQuantumInFlightWhileOthersWaitAndAWholeOneEarlyInASlice() {
        reader(1).depth(64).start(0);
        reader(2).depth(64).start(0);
        disk.run(2 * S);

        assertThat(disk.served().stream().skip(128).mapToInt(Served::inDevice).max())
                .hasValue(8);
        long half =
                disk.served().stream().skip(128).filter(s -> s.inDevice() <= 4).count();
        assertThat(half).isPositive();
    }

    @Test
    void shouldNotLimitTheOnlyQueue() {
        reader(1).depth(64).start(0);
        disk.run(100 * MS);

        assertThat(disk.served().stream().mapToInt(Served::inDevice).max()).hasValue(32);
    }

    @Test
    void shouldPreferReadersAndNotStarveWriters() {
        reader(1).thinks(100 * US).start(0);
        reader(2).asyncWrites().depth(64).start(0);
        disk.run(5 * S);

        long reads = disk.sectors(1, S, 5 * S);
        long writes = disk.sectors(2, S, 5 * S);
        assertThat(writes).isPositive();
        assertThat(reads).isGreaterThan(2 * writes);
        long longest = 0;
        long lastNs = 0;
        for (Served served : disk.served()) {
            if (served.op() == Op.WRITE) {
                longest = Math.max(longest, served.atNs() - lastNs);
                lastNs = served.atNs();
            }
        }
        assertThat(longest).isLessThan(600 * MS);
    }

    @Test
    void shouldServeTheNearestRequestOfAQueueInOneDirection() {
        SimulatedDisk slow = new SimulatedDisk(elevator, 1, request -> MS);
        long[] sectors = {FAR + 800, FAR + 100, FAR + 90_000_000L, FAR + 400};
        slow.at(0, () -> slow.submit(1, true, IoPriority.NONE, Op.READ, FAR, 8, bio -> {}));
        for (long sector : sectors) {
            slow.at(100, () -> slow.submit(1, true, IoPriority.NONE, Op.READ, sector, 8, bio -> {}));
        }
        slow.run(S);

        assertThat(slow.served())
                .extracting(Served::sector)
                .containsExactly(FAR, FAR + 100, FAR + 400, FAR + 800, FAR + 90_000_000L);
    }

    @Test
    void shouldServeAReadBeforeMoreWritesThatWait() {
        reader(2).asyncWrites().depth(64).until(100 * MS).start(0);
        reader(1).until(51 * MS).start(50 * MS);
        disk.run(S);

        Served read =
                disk.served().stream().filter(s -> s.pid() == 1).findFirst().orElseThrow();
        assertThat(disk.served().stream().filter(s -> s.pid() == 2 && s.atNs() > 50 * MS && s.atNs() < read.atNs()))
                .isEmpty();
        assertThat(read.inDevice()).as("what was in flight is drained first").isEqualTo(1);
    }

    @Test
    void shouldEndTheTurnOfAnAsyncQueueAfter16RequestsWhileOthersWait() {
        reader(1).asyncWrites().depth(64).start(0);
        reader(2).asyncWrites().depth(64).priority(IoClass.BE, 3).start(0);
        disk.run(2 * S);

        int run = 0;
        int longest = 0;
        int pid = 0;
        for (Served served : disk.served()) {
            run = served.pid() == pid ? run + 1 : 1;
            pid = served.pid();
            longest = served.pid() == 1 ? Math.max(longest, run) : longest;
        }
        assertThat(longest).isEqualTo(2 * 2 * (8 - 4));
    }

    @Test
    void shouldNotLetAFarRequestWaitForEverBehindNearOnes() {
        SimulatedDisk slow = new SimulatedDisk(elevator, NO_MERGES, 1, request -> MS);
        SimulatedProcess.sequential(slow, 1, FAR, 8).depth(8).until(S).start(0);
        slow.at(10 * MS, () -> slow.submit(1, true, IoPriority.NONE, Op.READ, 100 * FAR, 8, bio -> {}));
        slow.run(2 * S);

        long atNs = slow.served().stream()
                .filter(s -> s.sector() == 100 * FAR)
                .mapToLong(Served::atNs)
                .findFirst()
                .orElseThrow();
        assertThat(atNs).isBetween(135 * MS, 250 * MS);
    }

    @Test
    void shouldKeepTheDiskForAllSeekingProcessesTogether() {
        Random random = new Random(1);
        for (int pid = 1; pid <= 2; pid++) {
            new SimulatedProcess(disk, pid, () -> random.nextLong(1 << 30) * 8)
                    .thinks(MS)
                    .start(0);
        }
        reader(3).asyncWrites().depth(8).start(0);
        disk.run(4 * S);

        long switches = 0;
        int pid = 0;
        for (Served served : disk.served()) {
            if (served.atNs() > S && served.pid() != pid) {
                switches++;
                pid = served.pid();
            }
        }
        assertThat(switches)
                .as("two seekers alternate, neither keeps the disk alone")
                .isGreaterThan(1000);
    }

    @Test
    void shouldNeverKeepAFastDeviceThatTakesManyRequests() {
        SimulatedDisk fast = new SimulatedDisk(new CfqElevator(false), 32, request -> 50 * US);
        SimulatedProcess.sequential(fast, 1, FAR, 8).thinks(100 * US).start(0);
        SimulatedProcess.sequential(fast, 2, 2 * FAR, 8).thinks(100 * US).start(0);
        fast.run(100 * MS);

        assertThat(fast.sectors(1, 0, 10 * MS)).isPositive();
        assertThat(fast.sectors(2, 0, 10 * MS)).isPositive();
        assertThat(fast.elevator().wakeAtNs()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void shouldTakeTunablesLive() {
        reader(1).thinks(100 * US).start(0);
        reader(2).thinks(100 * US).start(0);
        disk.at(S, () -> elevator.tunables().set("slice_sync", 20));
        disk.run(2 * S);

        List<Long> slices = slices();
        assertThat(slices.get(0)).isGreaterThan(90 * MS);
        assertThat(slices.get(slices.size() - 1)).isLessThan(25 * MS);
        assertThat(elevator.tunables().names())
                .containsExactly(
                        "quantum",
                        "fifo_expire_sync",
                        "fifo_expire_async",
                        "back_seek_max",
                        "back_seek_penalty",
                        "slice_sync",
                        "slice_async",
                        "slice_async_rq",
                        "slice_idle",
                        "group_idle",
                        "low_latency",
                        "target_latency");
    }

    /** Sixteen processes of many random reads: the elevator keeps all but a few of them from the disk. */
    @Test
    void shouldKeepFourToEightRandomReadsInTheDiskHoweverManyWait() {
        SimulatedDisk volume = new SimulatedDisk(elevator, NO_MERGES, 256, request -> MS);
        Random random = new Random(1);
        for (int pid = 1; pid <= 16; pid++) {
            new SimulatedProcess(volume, pid, () -> random.nextLong(1 << 25) * 8)
                    .depth(8)
                    .start(0);
        }
        volume.run(5 * S);

        List<Served> later = volume.served().subList(500, volume.served().size());
        assertThat(later.stream().mapToInt(Served::inDevice).max().orElseThrow())
                .isLessThanOrEqualTo(8);
        assertThat(later.stream().mapToInt(Served::inDevice).average().orElseThrow())
                .isBetween(3.5, 6.0);
    }
}
