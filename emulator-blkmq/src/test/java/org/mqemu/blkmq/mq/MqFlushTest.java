package org.mqemu.blkmq.mq;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mqemu.api.hardware.Op;
import org.mqemu.blkmq.block.Disk;
import org.mqemu.blkmq.block.TraceAction;
import org.mqemu.blkmq.block.WriteCache;
import org.mqemu.blkmq.support.Administrator;
import org.mqemu.blkmq.support.HostFixture;
import org.mqemu.blkmq.support.LaterSetup;
import org.mqemu.blkmq.support.LaterStack;
import org.mqemu.blkmq.support.StackParameters;
import org.mqemu.blkmq.support.Submitter;
import org.mqemu.blkmq.support.TraceLog;

/** Requests that ask for durability, in blk-mq since 4.12. */
class MqFlushTest {
    private final HostFixture host = HostFixture.cores(2);
    private LaterStack stack = null;
    private TraceLog trace = null;

    private void stack(LaterSetup setup, StackParameters parameters, WriteCache cache) {
        stack = new LaterStack(host, parameters, setup);
        stack.queue(0).writeCache(cache);
        trace = new TraceLog(stack.disks());
    }

    private void stack(WriteCache cache) {
        stack(new LaterSetup().merging(), StackParameters.plain(10), cache);
    }

    private MqQueue sda() {
        return stack.queue(0);
    }

    private void run() {
        assertThat(host.run().leftOver()).isEmpty();
        Disk disk = stack.disks().get(0);
        assertThat(disk.total().completed()).isEqualTo(disk.total().submitted());
    }

    private List<String> issued() {
        return trace.events().stream()
                .filter(event -> event.action() == TraceAction.ISSUE)
                .map(event -> event.op() == Op.FLUSH ? "flush" : event.sector() + (event.fua() ? " FUA" : ""))
                .toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "mq-deadline", "kyber", "bfq"})
    void shouldFlushWriteAndFlushPastAnyScheduler(String scheduler) {
        stack(new LaterSetup().merging().with(scheduler), StackParameters.plain(1), WriteCache.WRITE_BACK);
        Submitter submitter = new Submitter(host, stack, 0, 1).bio(sda(), Op.WRITE, 80, 8, true, true);
        submitter.start(0);
        run();

        assertThat(issued()).containsExactly("flush", "80", "flush");
        assertThat(submitter.ends()).hasSize(1);
        long endNs = Long.parseLong(submitter.ends().get(0).replaceAll(".*@", ""));
        assertThat(endNs).as("three times the device's time").isBetween(30_000L, 36_000L);
    }

    @Test
    void shouldAnswerAnEmptyFlushWithAFlushOfSectorZero() {
        stack(WriteCache.WRITE_BACK);
        new Submitter(host, stack, 0, 1).bio(sda(), Op.FLUSH, 0, 0).start(0);
        run();

        assertThat(trace.lines()).isEqualTo("Q0+0 G0+0 I0+0 D0+0 C0+0 C0+0");
    }

    @Test
    void shouldLeaveFuaToADeviceThatCan() {
        stack(WriteCache.WRITE_BACK_FUA);
        new Submitter(host, stack, 0, 1)
                .bio(sda(), Op.WRITE, 80, 8, true, true)
                .bio(sda(), Op.WRITE, 160, 8, false, true)
                .start(0);
        run();

        assertThat(issued()).containsExactlyInAnyOrder("flush", "80 FUA", "160 FUA");
    }

    @Test
    void shouldForgetAboutDurabilityOnceSysfsSaysWriteThrough() {
        stack(WriteCache.WRITE_BACK);
        Administrator.start(
                host,
                stack::newSysfs,
                1,
                0,
                List.of(new Administrator.Write(sda(), "write_cache", "write through")),
                () -> 0,
                () -> {});
        Submitter submitter = new Submitter(host, stack, 0, 1).bio(sda(), Op.FLUSH, 0, 0);
        submitter.start(50_000);
        run();

        assertThat(issued()).isEmpty();
        assertThat(submitter.ends()).hasSize(1);
    }

    /** The first one's flush, and one for all others that came meanwhile; each hardware queue has its own. */
    @Test
    void shouldShareFlushesOfAHardwareQueue() {
        stack(new LaterSetup(), StackParameters.plain(10).withServiceNs(100_000), WriteCache.WRITE_BACK);
        for (int i = 0; i < 4; i++) {
            new Submitter(host, stack, i % 2, i).bio(sda(), Op.FLUSH, 0, 0).start(1_000L * i);
        }
        run();

        assertThat(issued()).containsExactly("flush", "flush");
    }

    @Property(tries = 100)
    void shouldEndEveryWriteAndFlushOnce(@ForAll Random random) {
        HostFixture own = LaterLoads.host(random);
        StackParameters parameters = LaterLoads.parameters(own, random);
        LaterStack mixed = new LaterStack(own, parameters, LaterLoads.setup(random));
        WriteCache cache = random.nextBoolean() ? WriteCache.WRITE_BACK : WriteCache.WRITE_BACK_FUA;
        mixed.disks().forEach(disk -> mixed.queue(disk.index()).writeCache(cache));
        List<Submitter> submitters = new ArrayList<>();
        for (int i = 1 + random.nextInt(5); i > 0; i--) {
            Submitter submitter =
                    new Submitter(own, mixed, random.nextInt(own.cpus().size()), i);
            for (int n = 1 + random.nextInt(30); n > 0; n--) {
                add(submitter, mixed.queue(random.nextInt(parameters.disks())), random);
            }
            submitters.add(submitter.start(random.nextInt(30_000)));
        }
        LaterLoads.shouldHaveServed(own, mixed, List.of());
        assertThat(submitters)
                .allSatisfy(submitter -> assertThat(submitter.ends()).hasSize(submitter.size()));
    }

    private static void add(Submitter submitter, MqQueue queue, Random random) {
        long sector = 8L * random.nextInt(40);
        switch (random.nextInt(7)) {
            case 0 -> submitter.bio(queue, Op.FLUSH, 0, 0);
            case 1 -> submitter.bio(queue, Op.WRITE, sector, 8, true, random.nextBoolean());
            case 2 -> submitter.bio(queue, Op.WRITE, sector, 8, false, true);
            case 3 -> submitter.work(random.nextInt(20_000));
            case 4 -> submitter.unplug();
            case 5 -> submitter.bio(queue, Op.DISCARD, sector, 8);
            default -> submitter.bio(queue, random.nextBoolean() ? Op.READ : Op.WRITE, sector, 8);
        }
    }
}
