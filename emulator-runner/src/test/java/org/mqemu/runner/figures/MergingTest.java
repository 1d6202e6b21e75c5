package org.mqemu.runner.figures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.mqemu.runner.report.DiskUtil;
import org.mqemu.runner.report.RunReport;

/** Sequential I/O through both stacks: where bios meet while they wait, they are merged. */
class MergingTest {
    private static final String[] SEQUENTIAL = {
        "fio.rw=read", "fio.iodepth=128", "fio.iodepth_batch=8", "fio.iodepth_batch_complete=8", "fio.numjobs=1"
    };

    private static final String PLUGS = "kernel.blk-mq.plugs-sync-io=true";

    /** 3.16 does not plug direct I/O, and nothing waits in the software queue while the device has room. */
    @Test
    void shouldMergeNothingWithoutAPlugWhileTagsAndBudgetLast() {
        assertThat(biosPerRequest(run("queue.nomerges=0"))).isEqualTo(1);
    }

    @Test
    void shouldMergeABatchIntoOneRequestInThePlug() {
        assertThat(biosPerRequest(run("queue.nomerges=0", PLUGS))).isCloseTo(8, within(0.05));
        assertThat(biosPerRequest(run("queue.nomerges=1", PLUGS))).isCloseTo(8, within(0.05));
    }

    @Test
    void shouldMergeNothingWithNomerges2() {
        assertThat(biosPerRequest(run("queue.nomerges=2", PLUGS))).isEqualTo(1);
    }

    @Test
    void shouldMergeNoMoreThanARequestMayHold() {
        assertThat(biosPerRequest(run("queue.nomerges=0", PLUGS, "queue.max-sectors-kb=16")))
                .isCloseTo(4, within(0.05));
    }

    @Test
    void shouldMergeInTheLegacyElevatorWhatWaitsForTheDevice() {
        RunReport report = run("queue.nomerges=0", "stack=legacy", "host.queue-depth=2");

        assertThat(biosPerRequest(report)).isGreaterThan(9);
    }

    @Test
    void shouldSplitWhatIsLargerThanARequestMayBe() {
        RunReport report = Runs.virtual(
                1, "hpsa-one-volume", "fio.bs=1m", "fio.numjobs=1", "fio.iodepth=4", "queue.max-sectors-kb=256");

        DiskUtil disk = report.disks().get(0);
        long ios = report.groups().get(0).jobs().get(0).stats().totalIos();
        assertThat(disk.readIos() / 4.0).isCloseTo((double) ios, within(8.0));
        assertThat(report.emulation().conservation().holds()).isTrue();
    }

    private static RunReport run(String... sets) {
        String[] all = new String[SEQUENTIAL.length + sets.length];
        System.arraycopy(SEQUENTIAL, 0, all, 0, SEQUENTIAL.length);
        System.arraycopy(sets, 0, all, SEQUENTIAL.length, sets.length);
        RunReport report = Runs.virtual(1, "hpsa-one-volume", all);
        assertThat(report.emulation().conservation().holds()).isTrue();
        return report;
    }

    private static double biosPerRequest(RunReport report) {
        DiskUtil disk = report.disks().get(0);
        return (disk.readIos() + disk.readMerges()) / (double) disk.readIos();
    }
}
