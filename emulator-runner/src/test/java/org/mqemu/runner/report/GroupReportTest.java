package org.mqemu.runner.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.mqemu.api.stats.IoDirection;
import org.mqemu.api.stats.IoStats;
import org.mqemu.api.stats.Percentile;
import org.mqemu.api.stats.StatsOptions;

class GroupReportTest {
    private static JobReport job(String name, int group, boolean merged, long endMs, int ios) {
        IoStats stats = new IoStats(StatsOptions.defaults(), 0);
        for (int i = 0; i < ios; i++) {
            stats.record(IoDirection.READ, i, 1024, 1, 2, 3);
        }
        stats.finish(endMs * Reports.MS);
        return new JobReport(
                name,
                group,
                1,
                group,
                "",
                Map.of(),
                merged,
                JobError.NONE,
                stats,
                CpuUse.of(10 * ios, 0, ios),
                endMs,
                LatencyTarget.none(1),
                Percentile.fioDefaults(),
                ReportTime.emulated(endMs * Reports.MS));
    }

    @Test
    void neighboursOfAGroupAreMergedWhenTheyAskForIt() {
        List<GroupReport> groups = GroupReport.of(List.of(
                job("a", 0, true, 10, 1),
                job("b", 0, true, 30, 3),
                job("c", 1, true, 10, 1),
                job("d", 1, false, 10, 1)));
        assertThat(groups).hasSize(2);
        JobReport merged = groups.get(0).jobs().get(0);
        assertThat(groups.get(0).jobs()).hasSize(1);
        assertThat(merged.name()).isEqualTo("a");
        assertThat(merged.members()).isEqualTo(2);
        assertThat(merged.runtimeMs()).isEqualTo(40);
        assertThat(merged.cpu().usrPercent()).isEqualTo(25);
        assertThat(merged.cpu().contextSwitches()).isEqualTo(4);
        assertThat(merged.stats().direction(IoDirection.READ).runtimeMs()).isEqualTo(30);
        assertThat(merged.ended().epochMs()).isEqualTo(30);
        assertThat(groups.get(1).jobs()).extracting(JobReport::name).containsExactly("c", "d");
        assertThat(GroupReport.of(List.of())).isEmpty();
    }

    @Test
    void aGroupsRatesSpanItsJobs() {
        GroupReport group = GroupReport.of(List.of(job("a", 0, false, 10, 100), job("b", 0, false, 20, 100)))
                .get(0);
        GroupRates rates = GroupRates.of(group, IoDirection.READ);
        assertThat(rates).isEqualTo(new GroupRates(10, 20, 5_120_000, 10_240_000, 204_800, 10_240_000));
        assertThat(rates.sharePercent(5_000)).isEqualTo(50);
        assertThat(rates.sharePercent(1e6)).isEqualTo(100);
        assertThat(GroupRates.of(group, IoDirection.TRIM).maxRunMs()).isZero();
    }

    @Test
    void aReportDoesNotSeeWhatIsCountedLater() {
        IoStats stats = new IoStats(StatsOptions.defaults(), 0);
        JobReport report = Reports.job("a", 0, 1, stats);
        stats.record(IoDirection.READ, 1, 1, 1, 1, 1);
        assertThat(report.stats().totalIos()).isZero();
    }
}
