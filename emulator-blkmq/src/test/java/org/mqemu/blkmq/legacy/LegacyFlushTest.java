package org.mqemu.blkmq.legacy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.mqemu.api.hardware.Op;
import org.mqemu.blkmq.block.Disk;
import org.mqemu.blkmq.block.TraceAction;
import org.mqemu.blkmq.block.WriteCache;
import org.mqemu.blkmq.support.HostFixture;
import org.mqemu.blkmq.support.LegacySetup;
import org.mqemu.blkmq.support.LegacyStack;
import org.mqemu.blkmq.support.StackParameters;
import org.mqemu.blkmq.support.Submitter;
import org.mqemu.blkmq.support.TraceLog;

/** Writes and flushes that ask for durability, through a legacy queue. */
class LegacyFlushTest {
    private final HostFixture host = HostFixture.cores(2);
    private LegacyStack stack;
    private TraceLog trace;

    private void stack(StackParameters parameters, WriteCache cache) {
        stack = new LegacyStack(host, parameters, new LegacySetup().merging().with(cache));
        trace = new TraceLog(stack.disks());
    }

    private RequestQueue sda() {
        return stack.queue(0);
    }

    private void run() {
        assertThat(host.run().leftOver()).isEmpty();
        assertThat(stack.allocated()).isZero();
        Disk disk = stack.disks().get(0);
        assertThat(disk.total().completed()).isEqualTo(disk.total().submitted());
    }

    private List<String> issued() {
        return trace.events().stream()
                .filter(event -> event.action() == TraceAction.ISSUE)
                .map(event -> event.op() == Op.FLUSH ? "flush" : event.sector() + (event.fua() ? " FUA" : ""))
                .toList();
    }

    @Test
    void shouldAnswerAnEmptyFlushWithAFlushOfItsOwn() {
        stack(StackParameters.plain(10), WriteCache.WRITE_BACK);
        Submitter submitter = new Submitter(host, stack, 0, 1).bio(sda(), Op.FLUSH, 0, 0);
        submitter.start(0);
        run();

        assertThat(trace.lines()).isEqualTo("Q0+0 G0+0 P I0+0 U1 D0+0 C0+0 C0+0");
        assertThat(submitter.ends()).hasSize(1);
    }

    @Test
    void shouldFlushWriteAndFlushForPreflushAndFuaWithoutFua() {
        stack(StackParameters.plain(10), WriteCache.WRITE_BACK);
        Submitter submitter = new Submitter(host, stack, 0, 1).bio(sda(), Op.WRITE, 80, 8, true, true);
        submitter.start(0);
        run();

        assertThat(issued()).containsExactly("flush", "80", "flush");
        assertThat(trace.lines()).endsWith("D0+0 C0+0 D80+8 C80+8 D0+0 C0+0 C80+0");
        assertThat(submitter.ends()).hasSize(1);
        long endNs = Long.parseLong(submitter.ends().get(0).replaceAll(".*@", ""));
        assertThat(endNs).as("three times the device's time").isBetween(30_000L, 32_000L);
    }

    @Test
    void shouldLeaveFuaToADeviceThatCan() {
        stack(StackParameters.plain(10), WriteCache.WRITE_BACK_FUA);
        new Submitter(host, stack, 0, 1).bio(sda(), Op.WRITE, 80, 8, true, true).start(0);
        run();

        assertThat(issued()).containsExactly("flush", "80 FUA");
    }

    @Test
    void shouldPassTheElevatorWithAWriteThatNeedsNoFlush() {
        stack(StackParameters.plain(10), WriteCache.WRITE_BACK_FUA);
        new Submitter(host, stack, 0, 1)
                .bio(sda(), Op.WRITE, 800, 8)
                .bio(sda(), Op.WRITE, 880, 8, false, true)
                .start(0);
        run();

        assertThat(issued()).containsExactly("880 FUA", "800");
    }

    @Test
    void shouldForgetAboutDurabilityWithoutAVolatileCache() {
        stack(StackParameters.plain(10), WriteCache.WRITE_THROUGH);
        Submitter submitter = new Submitter(host, stack, 0, 1)
                .bio(sda(), Op.FLUSH, 0, 0)
                .bio(sda(), Op.WRITE, 80, 8, true, true)
                .bio(sda(), Op.WRITE, 88, 8, true, true);
        submitter.start(0);
        run();

        assertThat(issued()).containsExactly("80");
        assertThat(trace.letters()).isEqualTo("Q G P Q M I U D C");
        assertThat(submitter.ends()).hasSize(3);
    }

    @Test
    void shouldMergeNothingWithWhatAsksForDurability() {
        stack(StackParameters.plain(10), WriteCache.WRITE_BACK_FUA);
        new Submitter(host, stack, 0, 1)
                .bio(sda(), Op.WRITE, 80, 8, false, true)
                .bio(sda(), Op.WRITE, 88, 8)
                .bio(sda(), Op.WRITE, 96, 8, false, true)
                .start(0);
        run();

        assertThat(trace.letters()).doesNotContain("M");
        assertThat(issued()).hasSize(3);
    }

    /** Four threads, each with an fsync: the first one's flush, and one for all others that came meanwhile. */
    @Test
    void shouldShareFlushes() {
        stack(StackParameters.plain(10).withServiceNs(100_000), WriteCache.WRITE_BACK);
        List<Submitter> submitters = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            submitters.add(new Submitter(host, stack, i % 2, i)
                    .bio(sda(), Op.FLUSH, 0, 0)
                    .start(1_000L * i));
        }
        run();

        assertThat(issued()).containsExactly("flush", "flush");
        assertThat(submitters)
                .allSatisfy(submitter -> assertThat(submitter.ends()).hasSize(1));
    }

    /** Any mixture from any thread on any device: each bio ends once, nothing is left over. */
    @Property(tries = 100)
    void shouldEndEveryWriteAndFlushOnce(@ForAll Random random) {
        HostFixture own = HostFixture.cores(1 + random.nextInt(3));
        WriteCache cache = List.of(WriteCache.WRITE_THROUGH, WriteCache.WRITE_BACK, WriteCache.WRITE_BACK_FUA)
                .get(random.nextInt(3));
        StackParameters parameters =
                StackParameters.plain(1 + random.nextInt(12)).withDisks(1 + random.nextInt(2));
        if (random.nextBoolean()) {
            parameters = parameters.withLimits(1 + random.nextInt(3), 1 + random.nextInt(4));
        }
        LegacyRules rules = random.nextBoolean() ? LegacyRules.V3_15 : LegacyRules.V4_20;
        LegacyStack mixed = new LegacyStack(
                own, parameters, new LegacySetup().merging().with(cache).with(rules));
        List<Submitter> submitters = new ArrayList<>();
        for (int i = 1 + random.nextInt(5); i > 0; i--) {
            Submitter submitter =
                    new Submitter(own, mixed, random.nextInt(own.cpus().size()), i);
            for (int n = 1 + random.nextInt(30); n > 0; n--) {
                add(submitter, mixed.queue(random.nextInt(parameters.disks())), random);
            }
            submitters.add(submitter.start(random.nextInt(30_000)));
        }

        assertThat(own.run().leftOver()).isEmpty();

        assertThat(submitters)
                .allSatisfy(submitter -> assertThat(submitter.ends()).hasSize(submitter.size()));
        assertThat(mixed.allocated()).isZero();
        for (Disk disk : mixed.disks()) {
            assertThat(disk.total().completed()).isEqualTo(disk.total().submitted());
        }
    }

    private static void add(Submitter submitter, RequestQueue queue, Random random) {
        long sector = 8L * random.nextInt(40);
        switch (random.nextInt(6)) {
            case 0 -> submitter.bio(queue, Op.FLUSH, 0, 0);
            case 1 -> submitter.bio(queue, Op.WRITE, sector, 8, true, random.nextBoolean());
            case 2 -> submitter.bio(queue, Op.WRITE, sector, 8, false, true);
            case 3 -> submitter.work(random.nextInt(20_000));
            case 4 -> submitter.unplug();
            default -> submitter.bio(queue, random.nextBoolean() ? Op.READ : Op.WRITE, sector, 8);
        }
    }
}
