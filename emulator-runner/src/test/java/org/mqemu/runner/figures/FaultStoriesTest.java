package org.mqemu.runner.figures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mqemu.api.stats.IoDirection;
import org.mqemu.runner.report.ContentionReport.DepthRow;
import org.mqemu.runner.report.EmulationReport;
import org.mqemu.runner.report.JobError;
import org.mqemu.runner.report.JobReport;
import org.mqemu.runner.report.RunReport;
import org.mqemu.scsi.midlayer.RecoveryFigures;

/** The shipped fault scenarios: what the kernel logs, what fio sees, and that all goes on afterwards. */
class FaultStoriesTest {
    private static final String HANGS_FOR_EVER = "faults=[{device=sdc,at=15s,fault=hang}]";
    /** A tenth of the I/Os: the times are those of error handling. */
    private static final String SLOW = "drive.read.mean-ns=200000000";

    /** All I/Os are accounted for, and nothing is left over. */
    private static RunReport run(String name, String... sets) {
        RunReport report = Runs.virtual(1, name, sets);
        assertThat(report.emulation().trusted()).isTrue();
        assertThat(report.emulation().conservation().holds()).isTrue();
        assertThat(report.emulation().conservation().leaks()).isEmpty();
        return report;
    }

    private static JobReport job(RunReport report, String name) {
        return report.groups().stream()
                .flatMap(group -> group.jobs().stream())
                .filter(job -> job.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static double iops(RunReport report, String name) {
        return job(report, name).stats().direction(IoDirection.READ).iops();
    }

    private static JobError.Ignored ignored(RunReport report, String name) {
        return Objects.requireNonNull(job(report, name).error().ignored());
    }

    /** The kernel's log without its times and tags. */
    private static List<String> log(RunReport report) {
        return report.emulation().kernelLog().stream()
                .map(line -> line.replaceFirst("^\\[ *[0-9.]+\\] ", "").replaceFirst("tag#\\d+ ", ""))
                .toList();
    }

    /** Lines without those that are the same as the one before. */
    private static List<String> story(RunReport report) {
        List<String> lines = log(report);
        return Stream.iterate(0, i -> i < lines.size(), i -> i + 1)
                .filter(i -> i == 0 || !lines.get(i).equals(lines.get(i - 1)))
                .map(lines::get)
                .toList();
    }

    // ---- a drive hangs ----

    @Test
    void shouldAbortAndResetADriveThatHangsAndGoOn() {
        RunReport report = run("faults-hang", SLOW);

        assertThat(story(report))
                .containsSubsequence(
                        "sd 0:0:2:0: [sdc] abort scheduled",
                        "sd 0:0:2:0: [sdc] aborting command",
                        "sd 0:0:2:0: [sdc] cmd abort failed",
                        "sd 0:0:2:0: [sdc] aborting command",
                        "sd 0:0:2:0: [sdc] cmd abort failed",
                        "sd 0:0:2:0: [sdc] aborting command",
                        "sd 0:0:2:0: [sdc] retry aborted command",
                        "scsi host0: scsi_eh_0: waking up 0/2/2",
                        "scsi host0: Total of 2 commands on 1 devices require eh work",
                        "sd 0:0:2:0: scsi_eh_0: Sending BDR",
                        "sd 0:0:2:0: Power-on or device reset occurred",
                        "sd 0:0:2:0: [sdc] scsi_eh_tur return: success",
                        "sd 0:0:2:0: [sdc] scsi_eh_0: flush retry cmd",
                        "scsi host0: waking up host to restart");
        assertThat(log(report)).noneMatch(line -> line.contains("offline"));
        shouldGoOn(report);
        shouldCountWhatTheLogSays(report);
    }

    private static void shouldCountWhatTheLogSays(RunReport report) {
        RecoveryFigures host = report.emulation().recoveries().get(0);
        assertThat(report.emulation().recoveries()).hasSize(1);
        assertThat(host.timeouts()).isPositive();
        assertThat(host.timeouts() + host.failures()).isEqualTo(host.retriedAfter() + host.givenUp());
        assertThat(host.aborts() + host.abortsFailed()).isEqualTo(count(report, "aborting command"));
        assertThat(host.abortsFailed()).isEqualTo(count(report, "cmd abort failed"));
        assertThat(host.deviceResets()).isEqualTo(count(report, "Sending BDR"));
        assertThat(host.retriedAfter())
                .isEqualTo(count(report, "retry aborted command") + count(report, "flush retry cmd"));
        assertThat(host.offline()).isZero();
        assertThat(host.recoveryNs()).isBetween(1L, report.emulation().clock().emulatedNs());
    }

    private static long count(RunReport report, String text) {
        return log(report).stream().filter(line -> line.endsWith(text)).count();
    }

    @Test
    void shouldResetWithoutAbortingWhereHpsaHasNoAbortHandler() {
        String hangs = "faults=[{device=sdc,at=15s,fault=hang,for=31s}]"; // well when the host has drained
        RunReport older = run("faults-hang-hpsa", SLOW, hangs);
        RunReport newer = run("faults-hang-hpsa", SLOW, hangs, "kernel.scsi.hpsa-aborts=false");

        RecoveryFigures before = older.emulation().recoveries().get(0);
        RecoveryFigures after = newer.emulation().recoveries().get(0);
        assertThat(before.aborts() + before.abortsFailed()).isPositive();
        assertThat(after.aborts() + after.abortsFailed()).isZero();
        assertThat(after.timeouts()).isPositive();
        assertThat(after.deviceResets()).isPositive();
    }

    @Test
    void shouldNotTrustARunThatMeasuredNothing() {
        RunReport report = Runs.virtual(
                1, "mpt3sas-queue-depth", "drive.read.mean-ns=2000000000", "fio.runtime=100ms", "fio.ramp_time=0");

        assertThat(report.emulation().trusted()).isFalse();
        assertThat(report.emulation().notes())
                .contains(EmulationReport.NOTHING_MEASURED)
                .anyMatch(note -> note.matches("\\d+ I/Os ended after the measured time.*"));
        assertThat(report.emulation().conservation().holds()).isTrue();
        assertThat(report.emulation().recoveries()).isEmpty();
    }

    @Test
    void shouldAbortWhatADriveHoldsThatHangsUnderTheLegacyStack() {
        RunReport report = run("faults-hang-hpsa", SLOW);

        assertThat(story(report))
                .containsSubsequence(
                        "sd 0:0:2:0: [sdc] abort scheduled",
                        "sd 0:0:2:0: [sdc] cmd abort failed",
                        "sd 0:0:2:0: [sdc] aborting command",
                        "sd 0:0:2:0: [sdc] retry aborted command",
                        "scsi host0: scsi_eh_0: waking up 0/2/2",
                        "sd 0:0:2:0: [sdc] scsi_eh_0: aborting cmd",
                        "sd 0:0:2:0: [sdc] scsi_eh_tur return: success",
                        "scsi host0: waking up host to restart");
        shouldGoOn(report);
    }

    /** No I/O has failed, the others stood still for some of the time, and afterwards the rate is what it was. */
    private static void shouldGoOn(RunReport report) {
        for (String name : List.of("before", "hung", "others", "after")) {
            assertThat(ignored(report, name).total()).as(name).isZero();
        }
        assertThat(iops(report, "before")).isCloseTo(16 * 5, within(4.0));
        assertThat(iops(report, "others")).isBetween(15 * 5 * 0.5, 15 * 5 * 0.8);
        assertThat(iops(report, "after")).isCloseTo(iops(report, "before"), within(4.0));
    }

    @ParameterizedTest
    @CsvSource({"faults-hang, 19, No such device", "faults-hang-hpsa, 5, Input/output error"})
    void shouldTakeADriveOfflineThatHangsForEver(String name, int errno, String text) {
        RunReport report = run(name, SLOW, HANGS_FOR_EVER);

        assertThat(log(report))
                .containsSubsequence(
                        "sd 0:0:2:0: Device offlined - not ready after error recovery",
                        "scsi host0: waking up host to restart",
                        "sd 0:0:2:0: rejecting I/O to offline device");
        assertThat(ignored(report, "hung").first()).isEqualTo(5);
        assertThat(ignored(report, "others").total()).isZero();
        assertThat(ignored(report, "after").total()).isPositive();
        assertThat(job(report, "after").error().code()).isEqualTo(errno);
        assertThat(job(report, "after").error().text()).contains(text);
        assertThat(iops(report, "after")).isCloseTo(15 * 5, within(4.0));
    }

    @ParameterizedTest
    @ValueSource(strings = {"faults-hang", "faults-hang-hpsa"})
    void shouldLogTheSameAgain(String name) {
        RunReport first = Runs.virtual(7, name, SLOW);
        RunReport again = Runs.virtual(7, name, SLOW);
        assertThat(again.emulation().kernelLog())
                .isNotEmpty()
                .isEqualTo(first.emulation().kernelLog());
    }

    // ---- a drive is full ----

    private static DepthRow depth(RunReport report) {
        return report.emulation().contention().depths().get(0);
    }

    @Test
    void shouldLowerTheQueueDepthToWhatADriveTakesAndRaiseItAgain() {
        RunReport report = run("faults-queue-full");
        assertThat(depth(report)).isEqualTo(new DepthRow("sda", 40, 32, 40));
        assertThat(report.emulation().conservation().total().failed()).isZero();
        assertThat(iops(report, "calm")).isCloseTo(iops(report, "storm"), within(0.1 * iops(report, "storm")));
    }

    /** A step takes eleven reports, each in another 16 jiffies: 0.7 s. */
    @ParameterizedTest
    @CsvSource({"1, 39", "2, 37", "3, 36", "5, 33", "7, 32"})
    void shouldLowerTheQueueDepthStepByStep(String seconds, int lowest) {
        RunReport storm = run("faults-queue-full", "fio.runtime=" + seconds);
        assertThat(depth(storm).lowest()).isEqualTo(lowest);
    }

    @Test
    void shouldStayNearWhatADriveTakesWhileItIsAskedForMore() {
        DepthRow depth = depth(run("faults-queue-full", "fio.iodepth=64"));
        assertThat(depth.now()).isBetween(32, 33);
        assertThat(depth.lowest()).isEqualTo(32);
    }

    @Test
    void shouldKeepTheQueueDepthOfAHostThatDoesNotTrackIt() {
        RunReport report = run("faults-queue-full", "host.track-queue-depth=false");
        assertThat(depth(report)).isEqualTo(new DepthRow("sda", 40, 40, 40));
        assertThat(report.emulation().conservation().total().failed()).isZero();
    }

    @Test
    void shouldFollowAFullTaskSetThatAFaultReports() {
        String storm = "faults=[{device=sda,from=0s,until=2s,fault=task-set-full,every=5}]";
        DepthRow depth = depth(run("faults-queue-full", "drive.queue-limit=0", storm));
        assertThat(depth.lowest()).isBetween(30, 39);
        assertThat(depth.now()).isEqualTo(40);
    }

    // ---- bad sectors ----

    @Test
    void shouldFailReadsOfBadSectorsOnly() {
        RunReport report = run("faults-medium-error");

        assertThat(log(report).subList(0, 5))
                .satisfiesExactly(
                        line -> assertThat(line)
                                .matches("sd 0:0:[01]:0: \\[sd[ab]\\] FAILED Result: hostbyte=DID_OK"
                                        + " driverbyte=DRIVER_OK cmd_age=0s"),
                        line -> assertThat(line).endsWith("Sense Key : Medium Error [current] "),
                        line -> assertThat(line).endsWith("Add. Sense: Unrecovered read error"),
                        line -> assertThat(line).contains("CDB: Read(10) 28 00 00 01 00 "),
                        line -> assertThat(line)
                                .matches("critical medium error, dev sd[ab], sector 655[3-9]\\d op 0x0:\\(READ\\)"
                                        + " flags 0x0 phys_seg 1 prio class 2"));
        JobError goesOn = job(report, "goes-on").error();
        assertThat(goesOn.fatal()).isFalse();
        assertThat(goesOn.code()).isEqualTo(61);
        long struck = report.emulation().faults().stream()
                .filter(fault -> fault.place().equals("sda"))
                .findFirst()
                .orElseThrow()
                .struck();
        assertThat(ignored(report, "goes-on").total()).isEqualTo(struck).isGreaterThan(1);
        JobError stops = job(report, "stops").error();
        assertThat(stops.fatal()).isTrue();
        assertThat(stops.text()).contains("No data available");
        assertThat(stops.messages().get(0))
                .matches(
                        "fio: io_u error on file /dev/sdb: No data available: read offset=335[4-8]\\d{4}, buflen=4096");
        assertThat(job(report, "stops").runtimeMs())
                .isLessThan(job(report, "goes-on").runtimeMs());
    }

    // ---- the HBA ----

    @Test
    void shouldSurviveAShortLossOfLinksAndAFirmwareReset() {
        RunReport report = run("faults-link");
        assertThat(report.emulation().faults()).hasSize(2).allMatch(fault -> fault.struck() == 1);
        assertThat(report.emulation().conservation().total().failed()).isZero();
        assertThat(log(report)).isEmpty();
        assertThat(iops(report, "firmware-reset")).isLessThan(0.5 * iops(report, "after"));
        assertThat(iops(report, "after")).isCloseTo(iops(report, "link-down"), within(0.1 * iops(report, "after")));
    }

    @Test
    void shouldUseUpTheRetriesWhileLinksAreDownForLonger() {
        RunReport report = run("faults-link", "faults=[{hba=0,at=1s,fault=link-down,for=100ms}]");
        assertThat(log(report).get(0)).contains("hostbyte=DID_TRANSPORT_DISRUPTED");
        assertThat(ignored(report, "link-down").total()).isPositive();
        assertThat(ignored(report, "after").total()).isZero();
    }
}
