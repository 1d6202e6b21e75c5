package org.mqemu.runner.fio;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.Test;

class FioJobTest {

    @Test
    void shouldHaveFioDefaults() {
        FioJob job = FioTexts.parse("[a]\n").jobs().get(0);

        assertThat(job.pattern().rw()).isEqualTo(ReadWrite.READ);
        assertThat(job.pattern().randrepeat()).isTrue();
        assertThat(job.queueing())
                .isEqualTo(new FioQueueing(new FioEngine("psync", FioSubmission.SYNC), 1, 1, 1, 1, 1, false, false));
        assertThat(job.extent().size().bytes(1 << 20, 1 << 20)).isEqualTo(1 << 20);
        assertThat(job.placement().numjobs()).isOne();
        assertThat(job.reporting().percentileList()).hasSize(17).endsWith(new BigDecimal("99.99"));
    }

    @Test
    void shouldKeepDepthOneOnSynchronousEngineAndSaySo() {
        FioJobFile file = FioTexts.parse("[a]\ndirect=1\nioengine=sync\niodepth=32\niodepth_batch=8\n");

        assertThat(file.jobs().get(0).queueing().iodepth()).isOne();
        assertThat(file.jobs().get(0).queueing().batchSubmit()).isOne();
        assertThat(file.warnings())
                .extracting(FioWarning::toString)
                .singleElement()
                .asString()
                .startsWith("t.fio:4: warning: iodepth=32 has no effect with the synchronous ioengine=sync");
    }

    @Test
    void shouldSettleBatchesAsFioDoes() {
        FioQueueing queueing = FioTexts.job(
                        "ioengine=libaio",
                        "iodepth=8",
                        "iodepth_batch=100",
                        "iodepth_batch_complete=4",
                        "iodepth_batch_complete_max=2",
                        "iodepth_low=0")
                .queueing();

        assertThat(queueing.batchSubmit()).isEqualTo(8);
        assertThat(queueing.batchCompleteMin()).isEqualTo(4);
        assertThat(queueing.batchCompleteMax()).isEqualTo(4);
        assertThat(queueing.depthLow()).isEqualTo(8);
    }

    @Test
    void shouldReadWhatBoundsAJobByIosAndSpreadsItsCopies() {
        FioExtent extent =
                FioTexts.job("number_ios=512", "offset_increment=100m").extent();

        assertThat(extent.numberIos()).isEqualTo(512);
        assertThat(extent.offsetIncrement().bytes(1L << 40, 0)).isEqualTo(100L << 20);
        assertThat(FioTexts.job("rw=read").extent().numberIos()).isZero();
        assertThat(FioTexts.job("rw=read").extent().offsetIncrement().isSet()).isFalse();
    }

    @Test
    void shouldReadTimes() {
        assertThat(FioTexts.job("runtime=5").timing().runtimeNs()).isEqualTo(5_000_000_000L);
        assertThat(FioTexts.job("timeout=(1m + 30s)").timing().runtimeNs()).isEqualTo(90_000_000_000L);
        assertThat(FioTexts.job("ramp_time=500MS").timing().rampTimeNs()).isEqualTo(500_000_000L);
        assertThat(FioTexts.job("startdelay=20us").timing().startDelayNs()).isEqualTo(20_000L);
    }

    @Test
    void shouldDropTimeBasedWithoutRuntime() {
        FioJobFile file = FioTexts.parse("[a]\ndirect=1\ntime_based\n");

        assertThat(file.jobs().get(0).timing().timeBased()).isFalse();
        assertThat(file.warnings())
                .extracting(FioWarning::text)
                .containsExactly("time_based has no effect without runtime");
    }

    @Test
    void shouldTakeSharesOfTheDevice() {
        FioExtent extent = FioTexts.job("size=50%", "offset=20%", "io_size=3m").extent();

        assertThat(extent.size().bytes(1001, 0)).isEqualTo(500);
        assertThat(extent.offset().bytes(1001, 0)).isEqualTo(200);
        assertThat(extent.ioSize().bytes(1001, 0)).isEqualTo(3 << 20);
        assertThat(new FioSize(FioSize.Unit.PERCENT, 99).bytes(Long.MAX_VALUE, 0))
                .isPositive();
    }

    @Test
    void shouldListCpusAscendingOnce() {
        FioJobFile file = FioJobFile.parse(
                "[a]\ncpus_allowed=7,0-3,2\ncpus_allowed_policy=split\n", "t", FioContext.of(8), FioOverrides.none());

        assertThat(file.jobs().get(0).placement().cpusAllowed()).isEqualTo(List.of(0, 1, 2, 3, 7));
        assertThat(file.jobs().get(0).placement().policy()).isEqualTo(FioPlacement.Policy.SPLIT);
    }

    @Test
    void shouldLetLastOfMixesCount() {
        assertThat(FioTexts.job("rwmixread=60", "rwmixwrite=30").pattern().readPercent())
                .isEqualTo(70);
    }

    @Test
    void shouldReduceAllLatenciesAtOnceButNotForZero() {
        assertThat(FioTexts.job("gtod_reduce=1", "disable_clat=0").reporting())
                .extracting(FioReporting::disableClat, FioReporting::disableSlat, FioReporting::disableLat)
                .containsExactly(false, true, true);
        assertThat(FioTexts.job("gtod_reduce=1", "gtod_reduce=0").reporting())
                .matches(r -> !r.gtodReduce() && !r.disableLat() && !r.disableClat() && !r.disableSlat());
        assertThat(FioTexts.job("disable_lat=1", "gtod_reduce=0").reporting().disableLat())
                .isTrue();
    }

    @Test
    void shouldWarnThatPageCacheIsNotEmulated() {
        assertThat(FioTexts.parse("[a]\ndirect=0\n").warnings())
                .extracting(FioWarning::toString)
                .containsExactly("t.fio:2: warning: no page cache is emulated; treated as direct=1");
        assertThat(FioTexts.parse("[a]\nbuffered=0\n").jobs().get(0).direct()).isTrue();
        assertThat(FioTexts.parse("[a]\n[b]\n").warnings()).hasSize(1);
    }

    @Test
    void shouldSayHowFioReadsWhatFollowsANumber() {
        FioJobFile file = FioTexts.parse("[a]\ndirect=1\nsize=1m*2\nbs=4k-16k\n");

        assertThat(file.jobs().get(0).extent().size().value()).isEqualTo(1 << 20);
        assertThat(file.warnings())
                .extracting(FioWarning::text)
                .containsExactly(
                        "fio reads \"1m*2\" as 1m and so do we; write (1m*2) for the result of the arithmetic",
                        "fio 3.33 reads bs=4k-16k as bs=4k,16k, one size per direction, and so do we");
    }
}
