package org.mqemu.blkmq.mq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mqemu.blkmq.support.HostFixture.LINE_COSTS;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mqemu.api.engine.ClockKind;
import org.mqemu.api.engine.ClockSettings;
import org.mqemu.api.hardware.Op;
import org.mqemu.blkmq.cpu.CpuParameters;
import org.mqemu.blkmq.support.Administrator;
import org.mqemu.blkmq.support.HostFixture;
import org.mqemu.blkmq.support.LaterSetup;
import org.mqemu.blkmq.support.LaterStack;
import org.mqemu.blkmq.support.LoadThread;
import org.mqemu.blkmq.support.StackParameters;
import org.mqemu.blkmq.topology.Topology;

/** Two administrators change a queue of blk-mq again and again under load: nothing is lost, and nothing stalls. */
class LiveChangesTest {
    private static final int CHANGES = 1_000;
    private static final List<String> SCHEDULERS = List.of("none", "mq-deadline", "kyber", "bfq", "idling");

    private final List<LoadThread> loads = new ArrayList<>();
    private int administrators = 2;

    private static Administrator.Write anyWrite(LaterStack stack, Random random) {
        MqQueue queue = stack.queue(random.nextInt(stack.disks().size()));
        return switch (random.nextInt(10)) {
            case 0, 1, 2 ->
                new Administrator.Write(queue, "scheduler", SCHEDULERS.get(random.nextInt(SCHEDULERS.size())));
            case 3, 4 -> new Administrator.Write(queue, "nr_requests", Integer.toString(1 + random.nextInt(100)));
            case 5 -> new Administrator.Write(queue, "rq_affinity", Integer.toString(random.nextInt(3)));
            case 6 -> new Administrator.Write(queue, "nomerges", Integer.toString(random.nextInt(3)));
            case 7 -> new Administrator.Write(queue, "max_sectors_kb", Integer.toString(4 + 4 * random.nextInt(30)));
            case 8 ->
                new Administrator.Write(queue, "write_cache", random.nextBoolean() ? "write back" : "write through");
            default -> anyTunable(queue, random);
        };
    }

    private static Administrator.Write anyTunable(MqQueue queue, Random random) {
        return switch (random.nextInt(4)) {
            case 0 -> new Administrator.Write(queue, "iosched/fifo_batch", Integer.toString(random.nextInt(20)));
            case 1 -> new Administrator.Write(queue, "iosched/read_lat_nsec", Integer.toString(random.nextInt(90_000)));
            case 2 -> new Administrator.Write(queue, "iosched/slice_idle", Integer.toString(random.nextInt(10)));
            default -> new Administrator.Write(queue, "iosched/idle_ns", Integer.toString(random.nextInt(20_000)));
        };
    }

    private synchronized void administratorDone() {
        administrators--;
        if (administrators == 0) {
            loads.forEach(LoadThread::stop);
        }
    }

    private void startAdministrators(HostFixture host, LaterStack stack, Random random, int changes) {
        for (int i = 0; i < 2; i++) {
            List<Administrator.Write> writes = new ArrayList<>();
            for (int n = 0; n < changes / 2; n++) {
                writes.add(anyWrite(stack, random));
            }
            Administrator.start(
                    host,
                    stack::newSysfs,
                    i,
                    1_000,
                    writes,
                    () -> random.nextInt(4) == 0 ? 0 : random.nextInt(30_000),
                    this::administratorDone);
        }
    }

    /** Some ask for durability, too. */
    private static LoadThread.Shape shape(Random random, int task) {
        LoadThread.Shape plain = LaterLoads.shape(random, task, task % 2 == 0);
        return (bio, next) -> {
            switch (random.nextInt(12)) {
                case 0 -> bio.describe(Op.FLUSH, 0, 0);
                case 1 -> bio.describe(Op.WRITE, next, 8, random.nextBoolean(), true);
                default -> plain.describe(bio, next);
            }
        };
    }

    /** CPUs that really run at once. */
    @Test
    void shouldLoseNothingUnderTheRealTimeClock() {
        Random random = new Random(5);
        HostFixture host = new HostFixture(
                new Topology(1, 2, 2, LINE_COSTS), HostFixture.PLAIN, 1, new ClockSettings(ClockKind.REAL_TIME, 100));
        LaterSetup setup = new LaterSetup().merging().withQueues(2, 0, 0).withBudget(5);
        LaterStack stack = new LaterStack(host, StackParameters.plain(12), setup);
        startAdministrators(host, stack, random, 30);
        for (int i = 0; i < 4; i++) {
            loads.add(LoadThread.start(host, stack, i, 0, 8, 4, 40, random::nextInt, shape(random, i)));
        }
        LaterLoads.shouldHaveServed(host, stack, loads);
    }

    @ParameterizedTest
    @CsvSource({"1, 1, false, 0", "2, 1, false, 6", "4, 2, true, 0", "3, 2, false, 5"})
    void shouldLoseNothingInAThousandChanges(int hctxs, int disks, boolean hostTags, int budget) {
        Random random = new Random(17L * hctxs + disks);
        HostFixture host = new HostFixture(
                new Topology(1, 2, 2, LINE_COSTS),
                new CpuParameters(1.65, 1.15, 300, 20_000),
                random.nextLong(),
                ClockSettings.VIRTUAL);
        host.limit(60_000_000_000L);
        StackParameters parameters = StackParameters.plain(20).withDisks(disks).withServiceNs(8_000);
        LaterSetup setup = new LaterSetup().merging().withQueues(hctxs, 0, 0).withBudget(budget);
        LaterStack stack = new LaterStack(host, parameters, hostTags ? setup.sharingTags() : setup);
        startAdministrators(host, stack, random, CHANGES);
        for (int i = 0; i < 5; i++) {
            loads.add(LoadThread.start(
                    host,
                    stack,
                    i % 4,
                    0,
                    1 + random.nextInt(24),
                    1 + random.nextInt(16),
                    Integer.MAX_VALUE,
                    random::nextInt,
                    shape(random, i)));
        }
        LaterLoads.shouldHaveServed(host, stack, loads);
        assertThat(administrators).isZero();
        assertThat(stack.elevators().made()).hasSizeGreaterThan(CHANGES / 6);
        assertThat(loads).allSatisfy(load -> assertThat(load.ended()).isGreaterThan(CHANGES / 20));
    }
}
