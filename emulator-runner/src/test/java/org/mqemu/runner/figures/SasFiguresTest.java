package org.mqemu.runner.figures;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mqemu.runner.report.CpuReport;
import org.mqemu.runner.report.RunReport;

/** SAS HBAs: what was published of mpt3sas and megaraid_sas, and a queue pair for each CPU in place of one queue. */
class SasFiguresTest {

    /**
     * SOURCE: John Garry, linux-scsi, January 2021, K IOPS. The byte rate and the overhead of the HBA were fitted on the
     * cells 1436 and 1660, the IOMMU's section on 1070, and the drive's latency chosen from a range.
     */
    @ParameterizedTest
    @CsvSource({
        " 1,  40,  16, 1590",
        " 1,  40,  32, 1545",
        " 1,  40,  64, 1436",
        " 1,  40, 254, 1436",
        "10,  40,  16, 1654",
        "10,  40,  32, 1646",
        "10,  40,  64, 1085",
        "10,  40, 254, 1070",
        "20,  40,  16, 1660",
        "20,  40,  32, 1654",
        "20,  40,  64, 1070",
        "20,  40, 254, 1050",
        " 1, 128,  16, 1640",
        " 1, 128,  32, 1618",
        " 1, 128,  64, 1577",
        " 1, 128, 254, 1437",
    })
    void shouldReachWhatMpt3sasDidAtEachQueueDepth(int jobs, int depth, int queueDepth, double published) {
        assertThat(Runs.kiops(mpt3sas(jobs, depth, queueDepth))).isBetween(0.95 * published, 1.05 * published);
    }

    private static RunReport mpt3sas(int jobs, int depth, int queueDepth, String... more) {
        List<String> sets = new ArrayList<>(List.of(
                "fio.numjobs=" + jobs,
                "fio.iodepth=" + depth,
                "host.queue-depth=" + queueDepth,
                "fio.ramp_time=25ms",
                "fio.runtime=10ms"));
        sets.addAll(List.of(more));
        return Runs.virtual(1, "mpt3sas-queue-depth", sets.toArray(new String[0]));
    }

    /** Where the depth is short, requests wait, and bios join them. */
    @Test
    void shouldMergeOnlyWhereTheQueueDepthIsShort() {
        assertThat(mpt3sas(10, 40, 32).biosPerRequest()).isGreaterThan(5);
        assertThat(mpt3sas(10, 40, 64).biosPerRequest()).isLessThan(1.1);
    }

    /** Both states keep themselves up: which one a run is in depends on how it came there. */
    @Test
    void shouldStayMergedOrUnmergedAsItBegan() {
        RunReport merged = mpt3sas(10, 40, 32, "timeline=[\"at 15ms set sd*.device.queue_depth = 64\"]");
        RunReport unmerged = mpt3sas(10, 40, 254, "timeline=[\"at 15ms set sd*.device.queue_depth = 32\"]");

        assertThat(merged.biosPerRequest()).isGreaterThan(3);
        assertThat(Runs.kiops(merged)).isGreaterThan(1500);
        assertThat(unmerged.biosPerRequest()).isLessThan(1.1);
        assertThat(Runs.kiops(unmerged)).isLessThan(1150);
    }

    /** SOURCE: Kashyap Desai, linux-scsi, February 2018: 1,610 K IOPS with one hardware queue, 1,544 K with one a node. */
    @Test
    void shouldLoseFourPercentWhenTheTagsAreSplitOverTheNodes() {
        RunReport one = megaraid("megaraid-one-queue");
        RunReport two = megaraid("megaraid-host-tagset");

        assertThat(Runs.kiops(one)).isBetween(0.98 * 1610, 1.02 * 1610);
        assertThat(Runs.kiops(two) / Runs.kiops(one)).isBetween(0.95, 0.97);
    }

    private static RunReport megaraid(String name) {
        return Runs.virtual(1, name, "fio.ramp_time=20ms", "fio.runtime=40ms");
    }

    @Test
    void shouldListTheProfilesFunctionsAsInput() {
        assertThat(megaraid("megaraid-one-queue").emulation().cpus().functions())
                .filteredOn(CpuReport.FunctionRow::input)
                .extracting(CpuReport.FunctionRow::name)
                .contains("irq_entries_start", "syscall_return_via_sysret", "bt_iter", "gup_pgd_range");
    }

    /** Without a shared register, tags and command table a CPU's submissions do not meet the others'. */
    @Test
    void shouldNotWaitForASubmissionRegisterThatIsItsOwn() {
        RunReport shared = Runs.virtual(1, "hpsa-one-volume", "hba.request-ns=0");
        RunReport own = Runs.virtual(1, "scsi-express", "hba.request-ns=0");

        assertThat(registerTransfers(shared)).isGreaterThan(1000);
        assertThat(registerTransfers(own)).isZero();
        assertThat(Runs.kiops(own)).isGreaterThan(1.03 * Runs.kiops(shared));
    }

    private static long registerTransfers(RunReport report) {
        return report.emulation().contention().lines().stream()
                .filter(line -> line.name().startsWith("hba0.submission_register"))
                .mapToLong(line -> line.transfers())
                .sum();
    }
}
