package org.mqemu.blkmq.legacy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mqemu.api.stats.CpuMode.SYS;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mqemu.api.hardware.Op;
import org.mqemu.blkmq.block.Disk;
import org.mqemu.blkmq.block.QueueLimits;
import org.mqemu.blkmq.block.TraceAction;
import org.mqemu.blkmq.support.HostFixture;
import org.mqemu.blkmq.support.LegacySetup;
import org.mqemu.blkmq.support.LegacyStack;
import org.mqemu.blkmq.support.StackParameters;
import org.mqemu.blkmq.support.Submitter;
import org.mqemu.blkmq.support.TraceLog;

/** What a bio passes through on its way into a legacy queue, as the block trace shows it. */
class LegacySubmitBioTest {
    private static final LegacySetup MERGING = new LegacySetup().merging();

    private final HostFixture host = HostFixture.cores(2);
    private LegacyStack stack;
    private TraceLog trace;

    private void stack(StackParameters parameters, LegacySetup setup) {
        stack = new LegacyStack(host, parameters, setup);
        trace = new TraceLog(stack.disks());
    }

    private Submitter submitter(int cpu) {
        return new Submitter(host, stack, cpu, 4711 + cpu);
    }

    private RequestQueue sda() {
        return stack.queue(0);
    }

    private void run() {
        assertThat(host.run().leftOver()).isEmpty();
    }

    @AfterEach
    void shouldLeaveNothingBehind() {
        assertThat(stack.allocated()).isZero();
        for (Disk disk : stack.disks()) {
            assertThat(disk.total().completed()).isEqualTo(disk.total().submitted());
        }
    }

    @Test
    void shouldGoQGPThenMForWhatIsMergedThenIUDC() {
        stack(StackParameters.plain(10), MERGING);
        submitter(0).read(sda(), 0).read(sda(), 8).start(0);
        run();

        assertThat(trace.lines()).isEqualTo("Q0+8 G0+8 P Q8+8 M8+8 I0+16 U1 D0+16 C0+16");
        assertThat(trace.events()).filteredOn(event -> event.op() == null).allMatch(event -> event.pid() == 4711);
    }

    @Test
    void shouldMergeInFrontOfWhatIsPlugged() {
        stack(StackParameters.plain(10), MERGING);
        submitter(0).read(sda(), 8).read(sda(), 0).start(0);
        run();

        assertThat(trace.letters()).isEqualTo("Q G P Q F I U D C");
    }

    @Test
    void shouldSortThePlugByQueueAndSectorAndUnplugEachQueue() {
        stack(StackParameters.plain(10).withDisks(2), new LegacySetup());
        submitter(0)
                .read(stack.queue(1), 800)
                .read(stack.queue(0), 80)
                .read(stack.queue(1), 400)
                .read(stack.queue(0), 40)
                .start(0);
        run();

        String submission = trace.lines().substring(0, trace.lines().indexOf(" C"));
        assertThat(submission)
                .startsWith("Q800+8 G800+8 P Q80+8 G80+8 P") // each queue's first one is a plug
                .endsWith("I40+8 I80+8 U2 D40+8 D80+8 I400+8 I800+8 U2 D400+8 D800+8");
    }

    // ---- a full plug ----

    @ParameterizedTest
    @CsvSource({"1,0", "16,0", "17,16", "32,16", "33,32"})
    void shouldFlushThePlugBeforeTheSeventeenthRequestOfAQueue(int bios, int beforeTheEnd) {
        stack(StackParameters.plain(100), MERGING);
        assertThat(issuedBeforeTheEnd(bios, 1)).isEqualTo(beforeTheEnd);
        assertThat(count(TraceAction.PLUG)).isEqualTo(1 + (bios - 1) / 16);
    }

    @Test
    void shouldCountTheRequestsOfTheBiosOwnQueueOnly() {
        stack(StackParameters.plain(100).withDisks(2), MERGING);
        assertThat(issuedBeforeTheEnd(32, 2)).isZero();
    }

    /** Counting was a by-product of merging until 4.4. */
    @ParameterizedTest
    @CsvSource({"false,0,40", "true,32,3"})
    void shouldNotFindThePlugFullWithNomerges2BeforeKernel44(boolean counts, int beforeTheEnd, int plugs) {
        LegacyRules rules = new LegacyRules(false, false, counts);
        stack(StackParameters.plain(100), new LegacySetup().with(rules));
        assertThat(issuedBeforeTheEnd(40, 1)).isEqualTo(beforeTheEnd);
        assertThat(count(TraceAction.PLUG)).isEqualTo(plugs);
    }

    private int issuedBeforeTheEnd(int bios, int disks) {
        int[] issued = new int[1];
        Submitter submitter = submitter(0);
        for (int i = 0; i < bios; i++) {
            submitter.read(stack.queue(i % disks), 80L * i);
        }
        submitter.then(() -> issued[0] = stack.issued().size()).start(0);
        run();
        return issued[0];
    }

    private long count(TraceAction action) {
        return trace.events().stream().filter(event -> event.action() == action).count();
    }

    // ---- sleeping for a request ----

    /** nr_requests = 2 and half as many again: the fourth bio sleeps, after what is plugged went on its way. */
    @Test
    void shouldTraceSThenUnplugThenGWhenItSleepsForARequest() {
        stack(StackParameters.plain(2), new LegacySetup());
        submitter(0)
                .read(sda(), 0)
                .read(sda(), 80)
                .read(sda(), 160)
                .read(sda(), 240)
                .start(0);
        run();

        assertThat(trace.lines())
                .contains("G160+8 P Q240+8 S240+8 I0+8 I80+8 I160+8 U3 D0+8 D80+8 D160+8 C0+8")
                .contains("G240+8 P I240+8 U1 D240+8");
        assertThat(stack.queue(0).waits().waited()).isEqualTo(1);
        assertThat(trace.firstNs(TraceAction.GET_REQUEST, 240)).isGreaterThan(10_000);
    }

    @Test
    void shouldTraceUtAndLeaveTheRunToAKworkerOfItsCpuSinceKernel42() {
        stack(StackParameters.plain(2), new LegacySetup().with(LegacyRules.V4_20));
        submitter(1)
                .read(sda(), 0)
                .read(sda(), 80)
                .read(sda(), 160)
                .read(sda(), 240)
                .start(0);
        run();

        assertThat(trace.lines()).contains("S240+8 I0+8 I80+8 I160+8 UT3 D0+8 D80+8 D160+8");
        long unpluggedNs = trace.events().stream()
                .filter(event -> event.action() == TraceAction.UNPLUG_TIMER)
                .findFirst()
                .orElseThrow()
                .atNs();
        assertThat(trace.firstNs(TraceAction.ISSUE, 0)).isGreaterThan(unpluggedNs + HostFixture.SWITCH_NS);
        assertThat(trace.events())
                .filteredOn(event -> event.action() == TraceAction.ISSUE)
                .allMatch(event -> event.cpu() == 1);
        assertThat(host.cpu(1)
                        .measured()
                        .functionCalls(host.prices().of("__blk_run_queue").id(), SYS))
                .isEqualTo(1);
    }

    @Test
    void shouldKeepRequestsOfSynchronousAndOtherIoApart() {
        stack(StackParameters.plain(2), new LegacySetup());
        Submitter writes = submitter(0).async();
        for (int i = 0; i < 8; i++) {
            writes.bio(sda(), Op.WRITE, 8_000 + 80L * i, 8);
        }
        writes.start(0);
        submitter(1).read(sda(), 0).start(5_000);
        run();

        assertThat(trace.letters(0, 8)).isEqualTo("Q G I D C");
        assertThat(trace.letters(8_000, 8_000)).contains("S");
        assertThat(trace.firstNs(TraceAction.ISSUE, 0)).isLessThan(6_000);
    }

    /** A reader that was woken takes what it needs for its batch at once, although another one waits too. */
    @Test
    void shouldLetAWokenThreadTakeABatch() {
        stack(StackParameters.plain(4).withServiceNs(100_000), new LegacySetup());
        Submitter first = submitter(0);
        for (int i = 0; i < 6; i++) {
            first.read(sda(), 80L * i);
        }
        first.start(0);
        Submitter woken = submitter(1);
        for (int i = 0; i < 4; i++) {
            woken.read(sda(), 8_000 + 80L * i);
        }
        woken.start(5_000);
        run();

        assertThat(trace.letters(8_000, 800).replace(" ", "")).startsWith("QSGQGQGQG");
    }

    // ---- merging into the elevator ----

    /** The driver has room for one: what comes meanwhile waits in the elevator. */
    @Test
    void shouldMergeIntoWhatWaitsInTheElevatorAndNotIntoWhatTheDriverHasSeen() {
        stack(StackParameters.plain(10).withLimits(1, 1), MERGING);
        submitter(0)
                .read(sda(), 0)
                .unplug()
                .read(sda(), 80)
                .unplug()
                .read(sda(), 160)
                .unplug()
                .start(0);
        submitter(1).read(sda(), 88).read(sda(), 168).start(3_000);
        run();

        assertThat(trace.letters(80, 8)).as("given back meanwhile").startsWith("Q G I D R I D");
        assertThat(trace.letters(88, 8)).startsWith("Q G I");
        assertThat(trace.letters(160, 16)).as("waits in noop").startsWith("Q G I Q M D");
    }

    @Test
    void shouldJoinAPluggedRequestToOneThatWaits() {
        stack(StackParameters.plain(10).withLimits(1, 1), MERGING);
        submitter(0).read(sda(), 0).read(sda(), 80).read(sda(), 160).unplug().start(0);
        Submitter other =
                submitter(1).read(sda(), 168).work(3_000).read(sda(), 240).start(0);
        run();

        assertThat(trace.lines()).contains("I168+8 I240+8 U2").contains("D160+16");
        assertThat(other.ends()).hasSize(2);
    }

    @Test
    void shouldNotMergeBeyondTheLimitsOfTheQueue() {
        stack(StackParameters.plain(10), new LegacySetup().with(new QueueLimits(16, 16, 0)));
        submitter(0).read(sda(), 0).read(sda(), 8).read(sda(), 16).start(0);
        run();

        assertThat(trace.lines()).contains("I0+16 I16+8 U2");
    }
}
