package org.mqemu.runner.figures;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mqemu.api.engine.ClockSettings;
import org.mqemu.runner.report.JobError;
import org.mqemu.runner.report.JobReport;
import org.mqemu.runner.report.RunReport;
import org.mqemu.runner.run.RunOptions;

/** Error handling in whole runs, with faults of drives that do not answer. */
class ErrorsTest {
    private static final String SHORT = "fio.runtime=150ms";

    private static RunReport run(String... sets) {
        return Runs.run(new RunOptions(ClockSettings.VIRTUAL, 1, true), "hpsa-one-volume", sets);
    }

    private static List<JobError> errors(RunReport report) {
        return report.groups().stream()
                .flatMap(group -> group.jobs().stream())
                .map(JobReport::error)
                .toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"stack=legacy", "stack=scsi-mq"})
    void shouldAbortWhatADriveDoesNotAnswerForAWhileAndLoseNothing(String stack) {
        RunReport report =
                run(stack, "host.errors.timeout-ms=20", "faults=[{device=sda,at=10ms,for=30ms,fault=hang}]", SHORT);
        assertThat(report.emulation().conservation().leaks()).isEmpty();
        assertThat(report.emulation().conservation().rooms())
                .allMatch(room -> room.books().holds());
        assertThat(errors(report)).allMatch(error -> error.code() == 0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"stack=legacy", "stack=scsi-mq"})
    void shouldFailTheJobsOfADriveThatNeverAnswersAgain(String stack) {
        RunReport report = run(
                stack,
                "host.errors.timeout-ms=20",
                "host.errors.eh-timeout-ms=20",
                "fio.iodepth=2",
                "fio.iodepth_batch=1",
                "fio.iodepth_batch_complete=1",
                "host.errors.skip-settle-delay=true",
                "faults=[{device=sda,at=10ms,fault=hang}]",
                SHORT);
        // hpsa has no host reset: the HBA waits for the drive for ever, which is no leak
        assertThat(report.emulation().conservation().leaks()).isEmpty();
        assertThat(report.emulation().conservation().rooms())
                .allMatch(room -> room.books().holds());
        assertThat(errors(report)).allMatch(error -> error.code() == 5 && error.fatal());
        assertThat(errors(report).get(0).text())
                .isEqualTo("file:io_u.c:1876, func=io_u error, error=Input/output error");
        assertThat(errors(report).get(0).messages().get(0))
                .matches("fio: io_u error on file /dev/sda: Input/output error: read offset=\\d+, buflen=4096");
    }
}
