package org.mqemu.blkmq.fio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mqemu.api.engine.RunResult;
import org.mqemu.api.stats.IoDirection;
import org.mqemu.api.stats.LatencyKind;
import org.mqemu.api.stats.Summary;
import org.mqemu.blkmq.block.BlockQueue;
import org.mqemu.blkmq.block.BlockStatus;

class FioThreadTest {
    private final FioFixture host = new FioFixture(2);
    private final Foreman foreman = host.emulation.add("foreman", new Foreman());

    private FioThread thread(Job job) {
        return foreman.add(host.thread(0, job, foreman.ref(FioPort.class)));
    }

    private RunResult run() {
        RunResult result = host.emulation.run();
        assertThat(result.leftOver()).isEmpty();
        assertThat(host.device.inFlight()).isZero();
        return result;
    }

    private static Summary latency(FioThread thread, LatencyKind kind) {
        return thread.stats()
                .measured()
                .direction(IoDirection.READ)
                .latency(kind)
                .summary();
    }

    // ---- depth and batches ----

    @Test
    void shouldFillItsDepthAndNeverExceedIt() {
        FioThread thread = thread(Job.depth(6).ios(60));
        host.device.takes(io -> 100_000);
        run();
        assertThat(host.device.mostInFlight()).isEqualTo(6);
        assertThat(thread.reapedInAll()).isEqualTo(60);
    }

    @Test
    void shouldSubmitInBatchesAndTheRestWhenItIsFull() {
        thread(Job.depth(8).batch(3).ios(80));
        host.device.takes(io -> 100_000);
        run();
        assertThat(host.device.batches().subList(0, 3)).containsExactly(3, 3, 2);
        assertThat(host.device.batches()).allSatisfy(size -> assertThat(size).isBetween(1, 3));
    }

    /** number_ios: whichever is reached first. */
    @Test
    void shouldEndAfterItsNumberOfIosOrItsSize() {
        FioThread few = thread(Job.depth(4).ios(60).atMost(10));
        FioThread all = thread(Job.depth(4).ios(60).atMost(100));
        run();
        assertThat(few.reapedInAll()).isEqualTo(10);
        assertThat(all.reapedInAll()).isEqualTo(60);
    }

    @Test
    void shouldPayTheSubmissionSystemCallOnceABatch() {
        thread(Job.depth(8).batch(8).complete(8, 8).ios(80));
        run();
        assertThat(host.calls(0, "io_submit")).isEqualTo(10);
        assertThat(host.calls(0, "io_submit_one")).isEqualTo(80);
    }

    @Property(tries = 150)
    void shouldEndEachIoOnceWithinItsDepthWhateverTheSettings(
            @ForAll @IntRange(min = 1, max = 20) int depth, @ForAll boolean eachEvent, @ForAll Random random) {
        FioFixture any = new FioFixture(3);
        if (!eachEvent) {
            any.wakingWhenEnough();
        }
        Foreman boss = any.emulation.add("foreman", new Foreman());
        int min = random.nextInt(depth + 1);
        int ios = 1 + random.nextInt(200);
        FioThread thread = boss.add(any.thread(
                random.nextInt(3),
                Job.depth(depth)
                        .batch(1 + random.nextInt(depth))
                        .complete(min, Math.max(1, min) + random.nextInt(depth))
                        .low(1 + random.nextInt(depth))
                        .ios(ios),
                boss.ref(FioPort.class)));
        int spread = 1 + random.nextInt(40_000);
        any.device.takes(io -> random.nextInt(spread)).endsOn(io -> random.nextInt(3));
        assertThat(any.emulation.run().leftOver()).isEmpty();
        assertThat(any.device.mostInFlight()).isLessThanOrEqualTo(depth);
        assertThat(any.device.arrived()).isEqualTo(ios);
        assertThat(thread.issued()).isEqualTo(ios);
        assertThat(thread.reapedInAll()).isEqualTo(ios);
        assertThat(thread.stats().measured().totalIos()).isEqualTo(ios);
        assertThat(thread.inFlight()).isZero();
    }

    // ---- reaping ----

    @Test
    void shouldTakeNoMoreEventsAtOnceThanTheMaximum() {
        thread(Job.depth(8).batch(8).complete(1, 5).ios(48));
        host.device.takes(io -> 100).endsOn(io -> 1); // all are there when it looks
        run();
        assertThat(host.calls(0, "io_getevents")).isEqualTo(10); // 9 times 5, and 3 at the end
    }

    @Test
    void shouldWaitForTheMinimumOfEvents() {
        thread(Job.depth(8).batch(8).complete(4, 4).ios(80));
        host.device.takes(io -> 50_000 + io % 8 * 20_000).endsOn(io -> 1);
        run();
        assertThat(host.calls(0, "io_getevents")).isEqualTo(20);
    }

    @Test
    void shouldReapOneAtATimeAtDepthOfOneByDefault() {
        thread(Job.depth(8).batch(1).complete(1, 1).ios(80));
        host.device.takes(io -> 100).endsOn(io -> 1);
        run();
        assertThat(host.calls(0, "io_getevents")).isEqualTo(80);
    }

    @Test
    void shouldReapDownToTheLowWaterOnceItHasBeenFull() {
        FioThread thread = thread(Job.depth(8).low(2).ios(40));
        List<Integer> depths = new ArrayList<>();
        host.device.takes(io -> 20_000 + io * 3_000).endsOn(io -> 1).atEachIo(() -> depths.add(thread.inFlight()));
        run();
        assertThat(depths.subList(0, 20)).containsExactly(1, 2, 3, 4, 5, 6, 7, 8, 3, 4, 5, 6, 7, 8, 3, 4, 5, 6, 7, 8);
    }

    @Test
    void shouldRefillAtOnceIfTheLowWaterIsTheDepth() {
        FioThread thread = thread(Job.depth(4).ios(12));
        List<Integer> depths = new ArrayList<>();
        host.device.takes(io -> 20_000 + io * 3_000).endsOn(io -> 1).atEachIo(() -> depths.add(thread.inFlight()));
        run();
        assertThat(depths).containsExactly(1, 2, 3, 4, 4, 4, 4, 4, 4, 4, 4, 4);
    }

    // ---- latencies ----

    @Test
    void shouldMeasureSlatUntilIoSubmitReturnsAndClatUntilReaped() {
        FioThread thread = thread(Job.depth(1).ios(20));
        host.device.takes(io -> 10_000).endsOn(io -> 1);
        run();
        long slatNs = FioFixture.SUBMIT_SYSCALL_NS
                + FioFixture.SUBMIT_ONE_NS
                + FioFixture.SUBMIT_BIO_NS
                + FioFixture.FINISH_PLUG_NS;
        long clatNs = 10_000
                - FioFixture.FINISH_PLUG_NS
                + FioFixture.IPI_NS
                + FioFixture.IPI_LATENCY_NS
                + FioFixture.SWITCH_NS
                + FioFixture.REAP_NS;
        assertThat(latency(thread, LatencyKind.SLAT).min()).isEqualTo(slatNs);
        assertThat(latency(thread, LatencyKind.SLAT).max()).isEqualTo(slatNs);
        assertThat(latency(thread, LatencyKind.CLAT).min()).isEqualTo(clatNs);
        assertThat(latency(thread, LatencyKind.CLAT).max()).isEqualTo(clatNs);
        assertThat(latency(thread, LatencyKind.LAT).mean()).isEqualTo((double) (slatNs + clatNs));
    }

    @Test
    void shouldLetEachIoOfABatchWaitForTheWholeSubmission() {
        FioThread thread = thread(Job.depth(4).batch(4).complete(4, 4).ios(40));
        host.device.takes(io -> 100_000);
        run();
        long lastNs = FioFixture.SUBMIT_SYSCALL_NS
                + 4 * (FioFixture.SUBMIT_ONE_NS + FioFixture.SUBMIT_BIO_NS)
                + FioFixture.FINISH_PLUG_NS;
        assertThat(latency(thread, LatencyKind.SLAT).min()).isEqualTo(lastNs);
        assertThat(latency(thread, LatencyKind.SLAT).max()).isEqualTo(lastNs + 3 * FioFixture.PREPARE_NS);
    }

    @Test
    void shouldCountDepthsAndBatchesAsFioDoes() {
        FioThread thread = thread(Job.depth(16).batch(4).complete(4, 4).ios(160));
        run();
        assertThat(thread.stats().measured().depths().total()).isEqualTo(160);
        assertThat(thread.stats().measured().submits().total()).isEqualTo(40);
        assertThat(thread.stats().measured().completes().total()).isEqualTo(40);
    }

    // ---- the synchronous engine ----

    @Test
    void shouldHaveOneIoInFlightAndOneSystemCallEachWithASynchronousEngine() {
        FioThread thread = thread(Job.depth(1).sync().ios(20));
        host.device.endsOn(io -> 1);
        run();
        assertThat(host.device.mostInFlight()).isEqualTo(1);
        assertThat(host.calls(0, "pread64")).isEqualTo(20);
        assertThat(host.calls(0, "io_submit")).isZero();
        assertThat(host.calls(0, "io_getevents")).isZero();
        assertThat(thread.reapedInAll()).isEqualTo(20);
    }

    @Test
    void shouldMeasureTheWholeSystemCallAsClatWithASynchronousEngine() {
        FioThread thread = thread(Job.depth(1).sync().ios(20));
        host.device.takes(io -> 10_000).endsOn(io -> 1);
        run();
        long clatNs = FioFixture.PREAD_NS
                + FioFixture.SUBMIT_ONE_NS
                + FioFixture.SUBMIT_BIO_NS
                + 10_000
                + FioFixture.IPI_NS
                + FioFixture.IPI_LATENCY_NS
                + FioFixture.SWITCH_NS
                + FioFixture.REAP_NS;
        assertThat(latency(thread, LatencyKind.CLAT).min()).isEqualTo(clatNs);
        assertThat(latency(thread, LatencyKind.CLAT).max()).isEqualTo(clatNs);
    }

    // ---- the end ----

    @ParameterizedTest
    @CsvSource({"40960,10", "40961,11", "1,1"})
    void shouldEndByItselfWhenItsSizeIsDone(long bytes, int ios) {
        FioThread thread = thread(Job.depth(4).bytes(bytes));
        run();
        assertThat(thread.issued()).isEqualTo(ios);
        assertThat(thread.reapedInAll()).isEqualTo(ios);
        assertThat(host.device.arrived()).isEqualTo(ios);
    }

    @Test
    void shouldReapWhatIsInFlightWhenToldToStopAndSubmitNothingMore() {
        FioThread thread = thread(Job.depth(8));
        host.device.takes(io -> 70_000).endsOn(io -> 1);
        foreman.at(1_000_000, thread, thread.stop());
        run();
        long lastNs = host.device.arrivalsNs().get(host.device.arrived() - 1);
        assertThat(lastNs).isBetween(900_000L, 1_002_000L); // what it was about to submit
        assertThat(thread.inFlight()).isZero();
        assertThat(thread.reapedInAll()).isEqualTo(thread.issued()).isEqualTo(host.device.arrived());
        assertThat(foreman.endsNs().get(0)).isGreaterThan(host.device.lastEndNs());
    }

    @Test
    void shouldCountIosThatEndWithAnError() {
        FioThread thread = thread(Job.depth(3).ios(20));
        host.device.failsEvery(4);
        run();
        assertThat(thread.errors()).isEqualTo(5);
        assertThat(thread.reapedInAll()).isEqualTo(20);
    }

    @Test
    void shouldSubmitNothingMoreAfterAnErrorThatItIsNotToIgnore() {
        FioThread thread = thread(Job.depth(3).ios(20).continueOnError(ContinueOnError.WRITE));
        host.device.failsEvery(4);
        run();
        assertThat(thread.errors()).isEqualTo(1);
        assertThat(thread.issued()).isBetween(4L, 7L);
        assertThat(thread.reapedInAll()).isEqualTo(thread.issued());
        assertThat(thread.threadErrors().error()).isEqualTo(BlockStatus.MEDIUM);
        assertThat(thread.threadErrors().fatal())
                .extracting(IoError::line)
                .containsExactly("fio: io_u error on file /dev/sda: No data available: read offset=12288, buflen=4096");
        assertThat(thread.stats().measured().totalIos()).isEqualTo(thread.reapedInAll() - 1);
    }

    @Test
    void shouldRememberTheFirstErrorThatItIgnored() {
        FioThread thread = thread(Job.depth(1).ios(8).continueOnError(ContinueOnError.READ));
        host.device.failsEvery(4);
        run();
        assertThat(thread.threadErrors().error()).isNull();
        assertThat(thread.threadErrors().ignored()).isEqualTo(2);
        assertThat(thread.threadErrors().firstIgnored()).isEqualTo(BlockStatus.MEDIUM);
    }

    @Test
    void shouldWorkOnItsFilesInTurn() {
        BlockQueue sda = FioFixture.queue("sda", 0);
        BlockQueue sdb = FioFixture.queue("sdb", 1);
        thread(Job.depth(2).on(sda, sdb).ios(6));
        run();
        assertThat(host.device.queues()).containsExactly(sda, sdb, sda, sdb, sda, sdb);
    }

    // ---- progress ----

    @Test
    void shouldReportItsProgressOnceABinAndTheRestAtTheEnd() {
        thread(Job.depth(4).ios(400).bins(50_000));
        host.device.endsOn(io -> 1);
        run();
        long sum = 0;
        long lastBin = -1;
        for (Foreman.Reported reported : foreman.progress()) {
            sum += reported.completions();
            if (sum < 400) {
                assertThat(reported.atNs() / 50_000).isGreaterThan(lastBin);
            }
            lastBin = reported.atNs() / 50_000;
        }
        assertThat(sum).isEqualTo(400);
        assertThat(foreman.progress().size()).isBetween((int) lastBin, (int) lastBin + 1);
    }

    @Test
    void shouldReportNothingForBinsInWhichNothingCompletes() {
        thread(Job.depth(1).ios(3).bins(1_000));
        host.device.takes(io -> 100_000);
        run();
        assertThat(foreman.progress())
                .hasSize(3)
                .allSatisfy(reported -> assertThat(reported.completions()).isEqualTo(1));
    }

    // ---- what is measured ----

    @Test
    void shouldMeasureWhatIsReapedBetweenTheMarks() {
        FioThread thread = thread(Job.depth(2));
        host.device.takes(io -> 10_000).endsOn(io -> 1);
        List<Long> atMarks = new ArrayList<>();
        host.device.atEachIo(() -> {
            if (host.device.arrivalsNs().get(host.device.arrived() - 1) >= 1_000_000 && atMarks.isEmpty()) {
                atMarks.add(thread.reapedInAll());
            } else if (host.device.arrivalsNs().get(host.device.arrived() - 1) >= 3_000_000 && atMarks.size() == 1) {
                atMarks.add(thread.reapedInAll());
            }
        });
        foreman.at(1_000_000, thread, thread.mark(true)).at(3_000_000, thread, thread.mark(false));
        foreman.at(4_000_000, thread, thread.stop());
        run();
        long between = atMarks.get(1) - atMarks.get(0);
        assertThat(thread.stats().measured().totalIos()).isBetween(between - 2, between + 2);
        assertThat(thread.stats().measured().direction(IoDirection.READ).runtimeNs())
                .isEqualTo(2_000_000);
        assertThat(thread.stats().usrNs() + thread.stats().sysNs()).isBetween(1L, 2_000_000L);
        assertThat(thread.stats().switches()).isPositive();
    }

    @Test
    void shouldNotDisturbASleepingThreadByAMark() {
        FioThread thread = thread(Job.depth(1).ios(2));
        host.device.takes(io -> 1_000_000).endsOn(io -> 1);
        foreman.at(300_000, thread, thread.mark(true)).at(600_000, thread, thread.mark(false));
        run();
        assertThat(host.context(0).switches()).isEqualTo(1 + 2);
        assertThat(host.calls(0, "__schedule")).isEqualTo(1 + 2);
    }

    @Test
    void shouldEndItsOwnMeasurementWhenItEndsBeforeOthers() {
        FioThread small = thread(Job.depth(1).ios(3));
        FioThread other = foreman.add(host.thread(1, Job.depth(1), foreman.ref(FioPort.class)));
        foreman.at(900_000, small, small.mark(false)).at(1_000_000, other, other.stop());
        run();
        assertThat(foreman.endsNs().get(0)).isLessThan(100_000);
        assertThat(small.stats().measured().direction(IoDirection.READ).runtimeNs())
                .isEqualTo(foreman.endsNs().get(0));
    }

    @Test
    void shouldKeepWhatItMeasuredIfTheWarmUpOfOthersEndsLater() {
        FioThread small = thread(Job.depth(1).ios(3));
        FioThread other = foreman.add(host.thread(1, Job.depth(1), foreman.ref(FioPort.class)));
        foreman.at(500_000, small, small.mark(true)).at(1_000_000, other, other.stop());
        run();
        assertThat(small.stats().measured().totalIos()).isEqualTo(3);
    }

    @Test
    void shouldRefuseSettingsThatDoNotFitTogether() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Job.depth(4).batch(5).parameters());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Job.depth(4).complete(3, 2).parameters());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Job.depth(4).low(5).parameters());
        assertThatIllegalArgumentException().isThrownBy(() -> Job.depth(0).parameters());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Job.depth(1).bytes(0).parameters());
        assertThatIllegalArgumentException().isThrownBy(() -> Job.depth(1).on().parameters());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Job.depth(2).sync().parameters());
    }
}
