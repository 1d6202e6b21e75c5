package org.mqemu.runner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.mqemu.runner.run.RunProgress;

class ProgressTextTest {
    private static final long MS = 1_000_000;
    private static final long S = 1000 * MS;
    private static final RunProgress START = new RunProgress(0, 0, 1, 1, 0, 24 * MS);

    @Test
    void shouldShowTimeRateAndRest() {
        RunProgress now = new RunProgress(12 * MS, 11_748, 1, 1, 0, 24 * MS);
        assertThat(ProgressText.line("real-time", START, now, 7 * S))
                .isEqualTo("[real-time] emulated 0.012 s  979K IOPS  eta 00:07");
    }

    @Test
    void shouldShowTheRateSinceTheLastLine() {
        RunProgress before = new RunProgress(10 * MS, 10_000, 1, 1, 0, 24 * MS);
        assertThat(ProgressText.line("paced", before, new RunProgress(11 * MS, 10_005, 1, 1, 0, 24 * MS), S))
                .contains("  5000 IOPS  ");
        assertThat(ProgressText.line("paced", before, new RunProgress(11 * MS, 12_345, 1, 1, 0, 24 * MS), S))
                .contains("  2.35M IOPS  ");
        assertThat(ProgressText.line("paced", before, before, S)).contains("  -- IOPS  ");
    }

    @Test
    void shouldNotGuessARestThatNobodyKnows() {
        assertThat(ProgressText.eta(START, S)).isEqualTo("--:--");
        assertThat(ProgressText.eta(new RunProgress(MS, 1, 1, 1, 0, Long.MAX_VALUE), S))
                .isEqualTo("--:--");
        assertThat(ProgressText.eta(new RunProgress(MS, 1, 1, 2, 0, 2 * MS), S)).isEqualTo("--:--");
        assertThat(ProgressText.line("virtual", START, new RunProgress(MS, 1, 1, 2, 0, 2 * MS), S))
                .contains("  group 1/2  eta --:--");
        assertThat(ProgressText.eta(new RunProgress(1, 1, 1, 1, 0, 60 * S), S)).isEqualTo("--:--");
    }

    @Test
    void shouldShowHoursWhenThereAreAny() {
        assertThat(ProgressText.eta(new RunProgress(MS, 1, 1, 1, 0, 2 * MS), 3725 * S))
                .isEqualTo("1:02:05");
    }

    @Test
    void shouldCountFromTheGroupsStart() {
        assertThat(ProgressText.eta(new RunProgress(15 * MS, 1, 2, 2, 10 * MS, 10 * MS), 30 * S))
                .isEqualTo("00:10");
    }

    @Test
    void shouldNotGoBelowNothing() {
        assertThat(ProgressText.eta(new RunProgress(30 * MS, 1, 1, 1, 0, 24 * MS), S))
                .isEqualTo("00:00");
    }
}
