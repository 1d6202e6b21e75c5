package org.mqemu.runner.figures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mqemu.api.settings.SettingsException;
import org.mqemu.api.stats.CpuMode;
import org.mqemu.runner.report.ContentionReport;
import org.mqemu.runner.report.RunReport;

/** null_blk's queue_mode: bios, requests of the legacy request queue, requests of blk-mq. */
class NullBlkModesTest {
    private static final String BIO = "driver.queue_mode=0";

    private static RunReport run(String scenario, String... sets) {
        List<String> all = new ArrayList<>(List.of("run.half-width=0.05"));
        all.addAll(Arrays.asList(sets));
        RunReport report = Runs.virtual(1, scenario, all.toArray(String[]::new));
        assertThat(report.emulation().conservation().holds()).isTrue();
        return report;
    }

    /** 6,840 instructions an I/O against 8,130; the rest is cache lines, which are near with one CPU. */
    @Test
    void shouldSaveTheQueuesInBioMode() {
        String[] alone = {"fio.numjobs=1", "fio.iodepth_batch=1", "fio.iodepth_batch_complete_min=1"};
        double mq = Runs.kiops(run("null-blk", alone));
        String[] bio = Arrays.copyOf(alone, alone.length + 1);
        bio[alone.length] = BIO;

        assertThat(Runs.kiops(run("null-blk", bio)) / mq).isCloseTo(8130.0 / 6840, within(0.06));
    }

    @Test
    void shouldHaveNoRequestsInBioMode() {
        RunReport report = run("null-blk", BIO, "fio.numjobs=2");

        assertThat(report.disks()).allSatisfy(disk -> assertThat(disk.readIos()).isZero());
        assertThat(report.emulation().stages()).isNull();
        assertThat(report.emulation().contention().tags())
                .extracting(ContentionReport.WaitRow::name)
                .containsExactly("nullb0.commands");
    }

    @Test
    void shouldStandAtTheQueueLockInRequestMode() {
        RunReport report = run("null-blk-legacy", "fio.numjobs=8");

        assertThat(report.emulation().contention().locks().get(0).name()).isEqualTo("nullb0.queue_lock");
        assertThat(Runs.kiops(report)).isLessThan(0.5 * Runs.kiops(run("null-blk-legacy", BIO, "fio.numjobs=8")));
    }

    /** 0: in the system call; 1: in softirq, except for bios, which no CPU is known of; 2: in the timer's interrupt. */
    @ParameterizedTest
    @CsvSource({
        "null-blk-legacy,1,0,false,false", "null-blk-legacy,1,1,true,false", "null-blk-legacy,1,2,false,true",
        "null-blk-legacy,0,0,false,false", "null-blk-legacy,0,1,false,false", "null-blk-legacy,0,2,false,true",
        "null-blk,0,0,false,false", "null-blk,0,1,false,false", "null-blk,0,2,false,true",
        "null-blk,2,0,false,false", "null-blk,2,1,true,false", "null-blk,2,2,false,true"
    })
    void shouldCompleteWhereIrqmodeSays(String scenario, int queueMode, int irqMode, boolean soft, boolean timer) {
        RunReport report = run(
                scenario,
                "driver.queue_mode=" + queueMode,
                "driver.irqmode=" + irqMode,
                "fio.numjobs=1",
                "fio.cpus_allowed=0");

        assertThat(Runs.percent(report, CpuMode.SOFT) > 0).as("softirq").isEqualTo(soft);
        assertThat(report.emulation().interrupts().cpus().stream().anyMatch(cpu -> cpu.timers() > 0))
                .as("timers")
                .isEqualTo(timer);
    }

    /** More threads than commands: who finds none waits, and whoever is next is not forgotten. */
    @ParameterizedTest
    @CsvSource({
        "null-blk-legacy,1,0", "null-blk-legacy,1,1", "null-blk-legacy,1,2",
        "null-blk,0,0", "null-blk,0,2", "null-blk,2,2"
    })
    void shouldGoOnWithFewCommands(String scenario, int queueMode, int irqMode) {
        RunReport report = run(
                scenario,
                "driver.queue_mode=" + queueMode,
                "driver.irqmode=" + irqMode,
                "driver.hw_queue_depth=2",
                "driver.submit_queues=2",
                "fio.numjobs=6");

        assertThat(Runs.kiops(report)).isPositive();
    }

    @Test
    void shouldShareTagsBetweenDevices() {
        RunReport report = run("null-blk", "driver.shared_tags=true", "volume.devices=3", "fio.numjobs=2");

        assertThat(report.emulation().contention().tags())
                .extracting(ContentionReport.WaitRow::name)
                .containsExactly("null_blk.tags");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "null-blk | driver.queue_mode=1 | no driver of the stack blk-mq",
                "null-blk-legacy | driver.queue_mode=2 | no driver of the stack legacy",
                "null-blk-legacy | driver.shared_tags=true | belongs to queue_mode 2",
                "null-blk-legacy | driver.lose_every=3 | belongs to queue_mode 2",
                "null-blk | driver.home_node=1 | memory has no home here",
                "hpsa-one-volume | host.driver=null-blk | does not go with the driver null-blk"
            })
    void shouldRefuseWhatAModeHasNot(String scenario, String set, String message) {
        assertThatThrownBy(() -> Runs.scenario(scenario, set))
                .isInstanceOf(SettingsException.class)
                .hasMessageContaining(message);
    }

    @Test
    void shouldRefuseSchedulersAndCachesInBioMode() {
        assertThatThrownBy(() -> Runs.scenario("null-blk", BIO, "queue.scheduler=bfq"))
                .hasMessageContaining("queue.scheduler");
        assertThatThrownBy(() -> Runs.scenario("null-blk", BIO, "queue.write-cache=write-back"))
                .hasMessageContaining("queue.write-cache");
    }
}
