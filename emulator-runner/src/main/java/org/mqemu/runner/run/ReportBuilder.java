package org.mqemu.runner.run;

import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.mqemu.api.clock.WallClock;
import org.mqemu.api.engine.ClockKind;
import org.mqemu.api.engine.RunResult;
import org.mqemu.api.stats.Percentile;
import org.mqemu.api.stats.SteadyState;
import org.mqemu.blkmq.fio.FioThread;
import org.mqemu.blkmq.fio.FioThreadStats;
import org.mqemu.blkmq.fio.GroupOutcome;
import org.mqemu.blkmq.log.Dmesg;
import org.mqemu.runner.fio.FioJob;
import org.mqemu.runner.fio.FioOption;
import org.mqemu.runner.report.ClockReport;
import org.mqemu.runner.report.ConservationReport;
import org.mqemu.runner.report.CpuReport;
import org.mqemu.runner.report.CpuUse;
import org.mqemu.runner.report.EmulationReport;
import org.mqemu.runner.report.GroupReport;
import org.mqemu.runner.report.InterruptReport;
import org.mqemu.runner.report.JobBanner;
import org.mqemu.runner.report.JobReport;
import org.mqemu.runner.report.LatencyTarget;
import org.mqemu.runner.report.MachineReport;
import org.mqemu.runner.report.ReportTime;
import org.mqemu.runner.report.RunReport;
import org.mqemu.runner.report.SteadyReport;
import org.mqemu.runner.scenario.DriverKind;
import org.mqemu.runner.scenario.HardwareSettings;
import org.mqemu.runner.scenario.JobPlan;
import org.mqemu.runner.scenario.Scenario;
import org.mqemu.scsi.lld.NullBlk;

/** Draws the report from a machine that has run. */
final class ReportBuilder {
    private static final int FIRST_PID = 1000;
    private static final double NS_PER_MS = 1e6;

    private final Machine machine;
    private final Workload workload;
    private final RunOptions options;
    private final String version;
    private final RunResult result;
    private final List<GroupOutcome> outcomes;
    private final ReportTime ended;

    ReportBuilder(Machine machine, Workload workload, RunOptions options, String version, RunResult result) {
        this.machine = machine;
        this.workload = workload;
        this.options = options;
        this.version = version;
        this.result = result;
        this.outcomes = workload.run().outcomes(result.emulatedNs());
        this.ended = options.clock().kind() == ClockKind.VIRTUAL
                ? ReportTime.emulated(result.emulatedNs())
                : ReportTime.wall(Instant.ofEpochMilli(WallClock.dateMs()), ZoneId.systemDefault());
        for (FioThread thread : workload.threads()) {
            thread.stats().interrupted(result.emulatedNs(), workload.context(thread.number()));
        }
    }

    RunReport build() {
        List<JobBanner> banners = new ArrayList<>();
        List<JobReport> jobs = new ArrayList<>();
        int number = 0;
        for (JobPlan.Turn together : workload.turns()) {
            for (JobPlan.Planned planned : together.jobs()) {
                banners.add(banner(planned));
                for (int clone = 0; clone < planned.cpus().size(); clone++) {
                    jobs.add(job(planned, workload.threads().get(number)));
                    number++;
                }
            }
        }
        MachineFigures figures = new MachineFigures(machine, workload, result, measuredNs());
        return new RunReport(
                version, ended, globalOptions(), banners, GroupReport.of(jobs), figures.disks(), emulation(figures));
    }

    private long measuredNs() {
        return outcomes.stream().mapToLong(GroupOutcome::measuredNs).sum();
    }

    private Map<String, String> globalOptions() {
        Map<String, String> global = new LinkedHashMap<>();
        if (!machine.scenario.jobs().isEmpty()) {
            put(global, machine.scenario.jobs().get(0).inheritedOptions());
        }
        return global;
    }

    private static void put(Map<String, String> into, List<FioOption> from) {
        for (FioOption option : from) {
            into.put(option.name(), option.valueOrEmpty());
        }
    }

    private static JobBanner banner(JobPlan.Planned planned) {
        FioJob job = planned.job();
        return new JobBanner(
                job.name(),
                planned.reportGroup(),
                job.pattern().rw().fioName(),
                BlockSizeText.of(job.pattern().blockSizes()),
                job.queueing().engine().name(),
                job.queueing().iodepth(),
                planned.cpus().size(),
                job.placement().thread());
    }

    private JobReport job(JobPlan.Planned planned, FioThread thread) {
        FioJob job = planned.job();
        FioThreadStats stats = thread.stats();
        Map<String, String> own = new LinkedHashMap<>();
        put(own, job.ownOptions());
        long runtimeNs = stats.measuredNs();
        double base = Math.max(1, runtimeNs) / 100.0;
        List<Percentile> percentiles = job.reporting().percentileList().stream()
                .map(p -> Percentile.of(p.toPlainString()))
                .toList();
        return new JobReport(
                job.name(),
                planned.reportGroup(),
                1,
                FIRST_PID + thread.number(),
                job.description(),
                own,
                job.grouping().groupReporting(),
                JobErrors.of(thread.threadErrors(), FIRST_PID + thread.number()),
                stats.measured(),
                CpuUse.of(stats.usrNs() / base, stats.sysNs() / base, stats.switches()),
                Math.round(runtimeNs / NS_PER_MS),
                LatencyTarget.none(job.queueing().iodepth()),
                percentiles,
                ended);
    }

    private EmulationReport emulation(MachineFigures figures) {
        boolean clockKept = result.lateness().trusted();
        ConservationReport conservation = figures.conservation();
        CpuReport cpus = figures.cpus();
        InterruptReport interrupts = figures.interrupts();
        List<String> notes = notes(clockKept);
        notes.addAll(SaturatedCpus.notes(cpus, interrupts));
        return new EmulationReport(
                machineReport(),
                clock(),
                result.interrupted(),
                clockKept && conservation.holds() && endedWhileMeasured() > 0,
                conservation,
                cpus,
                figures.contention(),
                interrupts,
                figures.faults(),
                figures.recoveries(),
                figures.stages(),
                steady(),
                machine.dmesg.messages().stream().map(Dmesg.Message::line).toList(),
                notes);
    }

    private MachineReport machineReport() {
        Scenario scenario = machine.scenario;
        HardwareSettings hardware = scenario.hardware();
        return new MachineReport(
                lower(scenario.stack()),
                scenario.kernel().name(),
                scenario.machine().topology().cpus(),
                scenario.machine().topology().nodes(),
                driverName(scenario),
                hardware.devices(),
                hardware.stripes().members(),
                scenario.host().driver() == DriverKind.SCSI_DEBUG ? "nothing" : hardware.driveName());
    }

    private static String driverName(Scenario scenario) {
        String name = lower(scenario.host().driver());
        NullBlk.QueueMode mode = scenario.driver().queueMode();
        return scenario.host().driver() == DriverKind.NULL_BLK && mode != NullBlk.QueueMode.MQ
                ? name + " (queue_mode " + mode.ordinal() + ")"
                : name;
    }

    private static String lower(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private ClockReport clock() {
        ClockKind kind = options.clock().kind();
        ClockReport.@Nullable WallReport wall = kind == ClockKind.VIRTUAL
                ? null
                : new ClockReport.WallReport(
                        result.effectiveTdf(),
                        result.wallNs(),
                        result.lateness().p50Ns(),
                        result.lateness().p99Ns(),
                        result.lateness().maxNs(),
                        result.lateness().inversions(),
                        result.deliveries());
        return new ClockReport(lower(kind), options.seed(), result.emulatedNs(), wall);
    }

    private @Nullable SteadyReport steady() {
        if (outcomes.isEmpty()) {
            return null;
        }
        GroupOutcome last = outcomes.get(outcomes.size() - 1);
        SteadyState state = last.steadyState();
        return state == null
                ? null
                : new SteadyReport(
                        last.beginNs() - last.startNs(), last.measuredNs(), state.relativeHalfWidth(), state.batches());
    }

    private List<String> notes(boolean clockKept) {
        List<String> notes = new ArrayList<>();
        for (int turn = 0; turn < outcomes.size(); turn++) {
            GroupOutcome outcome = outcomes.get(turn);
            long runtimeNs = workload.groups().get(turn).runtimeNs();
            String what = runtimeNs == Long.MAX_VALUE ? "the job" : "runtime " + seconds(runtimeNs) + " s";
            String group = outcomes.size() > 1 ? "group " + turn + ": " : "";
            if (outcome.end() == GroupOutcome.End.STEADY) {
                notes.add(String.format(
                        Locale.ROOT,
                        "%s%s ended after %.3f s emulated: IOPS steady within %s %%",
                        group,
                        what,
                        (outcome.endNs() - outcome.startNs()) / 1e9,
                        trim(machine.scenario.stopRule().halfWidth() * 100)));
            } else if (outcome.end() == GroupOutcome.End.INTERRUPTED) {
                notes.add(group + "interrupted: the figures cover a part of the run");
            }
        }
        if (endedWhileMeasured() == 0) {
            notes.add(EmulationReport.NOTHING_MEASURED);
        }
        long drained = workload.threads().stream()
                .mapToLong(thread -> thread.stats().endedLater())
                .sum();
        if (drained > 0) {
            notes.add(drained + (drained == 1 ? " I/O" : " I/Os")
                    + " ended after the measured time and are in no figure of fio's");
        }
        if (!clockKept) {
            notes.add("UNTRUSTED: the host could not keep the real-time clock's lateness bound");
        }
        notes.addAll(machine.scenario.warnings());
        return notes;
    }

    private long endedWhileMeasured() {
        return workload.threads().stream()
                .mapToLong(thread -> thread.stats().ended())
                .sum();
    }

    private static String seconds(long ns) {
        return trim(ns / 1e9);
    }

    private static String trim(double value) {
        String text = String.format(Locale.ROOT, "%.3f", value);
        return text.replaceAll("\\.?0+$", "");
    }
}
