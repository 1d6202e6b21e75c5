package org.mqemu.blkmq.elevator.bfq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mqemu.api.hardware.Op;
import org.mqemu.blkmq.block.IoPriority;
import org.mqemu.blkmq.block.IoPriority.IoClass;
import org.mqemu.blkmq.block.QueueLimits;
import org.mqemu.blkmq.elevator.fair.SimulatedDisk;
import org.mqemu.blkmq.elevator.fair.SimulatedDisk.Served;
import org.mqemu.blkmq.elevator.fair.SimulatedProcess;

class BfqElevatorTest {
    private static final long US = 1000;
    private static final long MS = 1_000_000;
    private static final long S = 1_000_000_000;
    /** Far from each other, so that nobody is near anybody. */
    private static final long FAR = 1L << 24;

    private static final QueueLimits NO_MERGES = new QueueLimits(1024, 128, 2);
    private static final long NS_PER_SECTOR = 4000;
    private static final int IO_SECTORS = 256;

    private final BfqElevator elevator = new BfqElevator(true);
    private final SimulatedDisk disk = disk(elevator);

    private static SimulatedDisk disk(BfqElevator elevator) {
        return new SimulatedDisk(elevator, NO_MERGES, 32, request -> request.sectors() * NS_PER_SECTOR);
    }

    private void lowLatency(boolean on) {
        elevator.tunables().set("low_latency", on ? 1 : 0);
    }

    private SimulatedProcess reader(int pid) {
        return reader(disk, pid);
    }

    private static SimulatedProcess reader(SimulatedDisk disk, int pid) {
        return SimulatedProcess.sequential(disk, pid, pid * FAR, IO_SECTORS);
    }

    /** What processes are served in a row, in sectors. */
    private List<Integer> runs() {
        List<Integer> runs = new ArrayList<>();
        int pid = 0;
        for (Served served : disk.served()) {
            if (served.pid() != pid) {
                runs.add(0);
                pid = served.pid();
            }
            runs.set(runs.size() - 1, runs.get(runs.size() - 1) + served.sectors());
        }
        return runs;
    }

    @ParameterizedTest
    @CsvSource({"true, 0, 4", "true, 4, 6", "false, 0, 4", "false, 2, 5", "true, 0, 6"})
    void shouldShareTheDeviceByWeight(boolean rotational, int level, int other) {
        BfqElevator weighing = new BfqElevator(rotational);
        weighing.tunables().set("low_latency", 0);
        SimulatedDisk device = disk(weighing);
        reader(device, 1).priority(IoClass.BE, level).depth(128).start(0);
        reader(device, 2).priority(IoClass.BE, other).depth(128).start(0);
        device.run(13 * S);

        double ratio = (double) device.sectors(1, S, 13 * S) / device.sectors(2, S, 13 * S);
        assertThat(ratio).isCloseTo((8.0 - level) / (8 - other), withinPercentage(10));
    }

    @Test
    void shouldShareTheDeviceByWeightBetweenReadersThatWaitForEachIo() {
        lowLatency(false);
        reader(1).priority(IoClass.BE, 0).start(0);
        reader(2).priority(IoClass.BE, 4).start(0);
        reader(3).priority(IoClass.BE, 6).start(0);
        disk.run(13 * S);

        double third = disk.sectors(3, S, 13 * S);
        assertThat(disk.sectors(1, S, 13 * S) / third).isCloseTo(4.0, withinPercentage(10));
        assertThat(disk.sectors(2, S, 13 * S) / third).isCloseTo(2.0, withinPercentage(10));
    }

    @Test
    void shouldSwitchToAnotherQueueWhenTheBudgetIsUsedUp() {
        lowLatency(false);
        elevator.tunables().set("max_budget", 1024);
        reader(1).depth(64).start(0);
        reader(2).depth(64).start(0);
        disk.run(2 * S);

        List<Integer> runs = runs();
        assertThat(runs.subList(20, runs.size() - 1))
                .allSatisfy(sectors -> assertThat(sectors).isEqualTo(1024));
    }

    @Test
    void shouldNotServeASlowProcessLongerThanTheTimeout() {
        lowLatency(false);
        SimulatedDisk slow = new SimulatedDisk(elevator, NO_MERGES, 4, request -> 2 * MS);
        Random random = new Random(1);
        for (int pid = 1; pid <= 2; pid++) {
            new SimulatedProcess(slow, pid, () -> random.nextLong(1 << 28) * 8)
                    .depth(16)
                    .start(0);
        }
        slow.run(5 * S);

        long sinceNs = 0;
        int pid = 0;
        long longest = 0;
        for (Served served : slow.served()) {
            if (served.pid() != pid) {
                longest = Math.max(longest, served.atNs() - sinceNs);
                sinceNs = served.atNs();
                pid = served.pid();
            }
        }
        assertThat(longest).isBetween(120 * MS, 140 * MS);
    }

    /** Two readers of 2 ms a read, who think a moment and so are taken to be bound by I/O. */
    private SimulatedDisk twoThinkingReaders() {
        SimulatedDisk slow = new SimulatedDisk(elevator, NO_MERGES, 32, request -> 2 * MS);
        reader(slow, 1).thinks(100 * US).until(2 * S).start(0);
        reader(slow, 2).thinks(100 * US).start(S);
        slow.run(3 * S);
        return slow;
    }

    private static long switches(SimulatedDisk device, long fromNs, long untilNs) {
        long switches = 0;
        int pid = 0;
        for (Served served : device.served()) {
            if (served.atNs() >= fromNs && served.atNs() < untilNs && served.pid() != pid) {
                switches++;
                pid = served.pid();
            }
        }
        return switches;
    }

    @Test
    void shouldKeepTheDiskForASequentialReaderThatThinksAMoment() {
        lowLatency(false);
        assertThat(switches(twoThinkingReaders(), S, 2 * S)).isBetween(5L, 20L);
    }

    @Test
    void shouldSwitchAtOnceWithoutSliceIdle() {
        lowLatency(false);
        elevator.tunables().set("slice_idle", 0);
        assertThat(switches(twoThinkingReaders(), S, 2 * S)).isGreaterThan(400);
    }

    @Test
    void shouldWaitForASyncQueueAndThenServeAnother() {
        lowLatency(false);
        SimulatedDisk slow = twoThinkingReaders();

        List<Served> served = slow.served();
        int last = 0;
        for (int i = 0; i < served.size(); i++) {
            last = served.get(i).pid() == 1 ? i : last;
        }
        assertThat(served.get(last + 1).atNs() - served.get(last).atNs()).isEqualTo(2 * MS + 8 * MS);
    }

    @Test
    void shouldGiveTheDeviceOneRequestAtATimeUnderStrictGuarantees() {
        elevator.tunables().set("strict_guarantees", 1);
        reader(1).depth(16).start(0);
        reader(2).depth(16).start(0);
        disk.run(S);

        assertThat(disk.served())
                .allSatisfy(served -> assertThat(served.inDevice()).isEqualTo(1));
    }

    @Test
    void shouldServeTheIdleClassLittleButServeIt() {
        lowLatency(false);
        reader(1).depth(64).start(0);
        reader(2).priority(IoClass.IDLE, 0).depth(64).start(0);
        disk.run(4 * S);

        long idle = disk.sectors(2, S, 4 * S);
        assertThat(idle).isPositive();
        assertThat(disk.sectors(1, S, 4 * S)).isGreaterThan(20 * idle);
    }

    @Test
    void shouldServeRealTimeFirst() {
        lowLatency(false);
        reader(1).priority(IoClass.RT, 7).depth(64).until(2 * S).start(S);
        reader(2).priority(IoClass.BE, 0).depth(64).start(0);
        disk.run(3 * S);

        assertThat(disk.sectors(2, S + 100 * MS, 2 * S - 100 * MS)).isZero();
        assertThat(disk.sectors(2, 2 * S + 100 * MS, 3 * S)).isPositive();
    }

    @Test
    void shouldPreferReadersAndNotStarveWriters() {
        lowLatency(false);
        reader(1).thinks(10 * US).start(0);
        reader(2).asyncWrites().depth(64).start(0);
        disk.run(5 * S);

        long writes = disk.sectors(2, S, 5 * S);
        assertThat(writes).isPositive();
        assertThat((double) disk.sectors(1, S, 5 * S) / writes)
                .as("a sector written is charged as three")
                .isBetween(2.0, 4.0);
    }

    @Test
    void shouldTakeANewPriority() {
        lowLatency(false);
        SimulatedProcess changing = reader(1).priority(IoClass.BE, 4).depth(64).start(0);
        reader(2).depth(64).start(S);
        disk.at(6 * S, () -> changing.priority(IoClass.BE, 0));
        disk.run(18 * S);

        double before = (double) disk.sectors(1, 2 * S, 6 * S) / disk.sectors(2, 2 * S, 6 * S);
        double after = (double) disk.sectors(1, 8 * S, 18 * S) / disk.sectors(2, 8 * S, 18 * S);
        assertThat(before).isCloseTo(1.0, withinPercentage(10));
        assertThat(after).isCloseTo(2.0, withinPercentage(12));
    }

    @Test
    void shouldServeAProcessOfMoreWeightAsSoonAsItComes() {
        lowLatency(false);
        reader(1).depth(64).start(0);
        reader(2).priority(IoClass.BE, 0).depth(4).start(S);
        disk.run(2 * S);

        long first = disk.served().stream()
                .filter(s -> s.pid() == 2)
                .mapToLong(Served::atNs)
                .min()
                .orElseThrow();
        assertThat(first).isLessThan(S + 5 * MS);
    }

    /** A process that seeks is not waited for; when it comes back soon, it goes on with what it had left. */
    @Test
    void shouldServeAgainAtOnceWhoComesBackSoon() {
        lowLatency(false);
        Random random = new Random(1);
        reader(1).depth(64).start(0);
        SimulatedProcess seeking = new SimulatedProcess(disk, 2, () -> random.nextLong(1 << 28) * 8).thinks(MS);
        seeking.start(S);
        disk.run(5 * S);

        assertThat(seeking.ended())
                .as("55 if it had to wait for its turn each time")
                .isGreaterThan(75);
    }

    /** Both get about half the time, though one gets hundreds of times more sectors done in it. */
    @Test
    void shouldChargeASlowProcessForItsTime() {
        lowLatency(false);
        SimulatedDisk slow =
                new SimulatedDisk(elevator, NO_MERGES, 1, request -> request.sectors() < IO_SECTORS ? 10 * MS : MS);
        Random random = new Random(1);
        reader(slow, 1).depth(16).start(0);
        new SimulatedProcess(slow, 2, () -> random.nextLong(1 << 28) * 8)
                .depth(16)
                .start(S);
        slow.run(11 * S);

        double share = slow.sectors(1, 2 * S, 11 * S) / (double) IO_SECTORS * MS / (9 * S);
        assertThat(share).isBetween(0.3, 0.7);
    }

    @Test
    void shouldNotLetAFarRequestWaitBehindNearOnesThatAreThere() {
        lowLatency(false);
        SimulatedDisk slow = new SimulatedDisk(elevator, NO_MERGES, 1, request -> MS);
        reader(slow, 2).depth(16).until(2 * S).start(0);
        long[] sector = {100 * FAR};
        slow.at(S, () -> {
            slow.submit(1, true, IoPriority.NONE, Op.READ, 200 * FAR, 8, bio -> {});
            for (int i = 0; i < 500; i++) {
                slow.submit(1, true, IoPriority.NONE, Op.READ, sector[0], 8, bio -> {});
                sector[0] += 8;
            }
        });
        slow.run(4 * S);

        long atNs = slow.served().stream()
                .filter(s -> s.sector() == 200 * FAR)
                .mapToLong(Served::atNs)
                .findFirst()
                .orElseThrow();
        long before = slow.served().stream()
                .filter(s -> s.pid() == 1 && s.atNs() < atNs)
                .count();
        assertThat(atNs).isGreaterThan(S + 125 * MS);
        assertThat(before).isLessThan(400);
    }

    @Test
    void shouldTakeSliceIdleInEitherUnit() {
        elevator.tunables().set("slice_idle_us", 3500);
        elevator.dispatch(0, 0);
        assertThat(elevator.tunables().get("slice_idle")).isEqualTo(3);

        elevator.tunables().set("slice_idle", 2);
        elevator.dispatch(0, 0);
        assertThat(elevator.tunables().get("slice_idle_us")).isEqualTo(2000);

        elevator.tunables().set("strict_guarantees", 1);
        elevator.dispatch(0, 0);
        assertThat(elevator.tunables().get("slice_idle_us")).isEqualTo(8000);
    }
}
