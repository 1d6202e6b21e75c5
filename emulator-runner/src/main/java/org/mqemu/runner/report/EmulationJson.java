package org.mqemu.runner.report;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.mqemu.api.stats.CpuMode;
import org.mqemu.devices.fault.FaultStatistics;

/** The {@code mqemu} member of the JSON output. */
final class EmulationJson {
    private EmulationJson() {}

    static void write(Json json, EmulationReport report, double biosPerRequest) {
        json.open("mqemu");
        machine(json, report.machine());
        clock(json, report.clock());
        json.put("partial", report.partial());
        json.put("trusted", report.trusted());
        steady(json, report.steady());
        json.put("bios_per_request", biosPerRequest);
        conservation(json, report.conservation());
        stages(json, report.stages());
        cpus(json, report.cpus());
        contention(json, report.contention());
        interrupts(json, report.interrupts());
        faults(json, report.faults());
        RecoveryReport.write(json, report.recoveries());
        json.openArray("dmesg");
        report.kernelLog().forEach(json::element);
        json.closeArray();
        json.openArray("notes");
        report.notes().forEach(json::element);
        json.closeArray();
        json.close();
    }

    private static void machine(Json json, MachineReport machine) {
        json.open("machine");
        json.put("stack", machine.stack());
        json.put("kernel", machine.kernel());
        json.put("cpus", machine.cpus());
        json.put("nodes", machine.nodes());
        json.put("driver", machine.driver());
        json.put("devices", machine.devices());
        json.put("drives_per_device", machine.drivesPerDevice());
        json.put("drive", machine.drive());
        json.close();
    }

    private static void clock(Json json, ClockReport clock) {
        json.put("clock", clock.name());
        json.put("seed", clock.seed());
        json.put("emulated_ns", clock.emulatedNs());
        ClockReport.@Nullable WallReport wall = clock.wall();
        if (wall == null) {
            return;
        }
        json.put("wall_ns", wall.wallNs());
        json.put("tdf", wall.tdf());
        json.open("lateness_ns");
        json.put("p50", wall.latenessP50Ns());
        json.put("p99", wall.latenessP99Ns());
        json.put("max", wall.latenessMaxNs());
        json.close();
        json.put("inversions", wall.inversions());
        json.put("deliveries", wall.deliveries());
    }

    private static void steady(Json json, @Nullable SteadyReport steady) {
        if (steady == null) {
            return;
        }
        json.open("steady_state");
        json.put("warmup_ns", steady.warmupNs());
        json.put("measured_ns", steady.measuredNs());
        json.put("relative_half_width", steady.relativeHalfWidth());
        json.put("batches", steady.batches());
        json.close();
    }

    private static void conservation(Json json, ConservationReport report) {
        json.open("conservation");
        books(json, report.total());
        json.put("all_hold", report.holds());
        json.openArray("rooms");
        for (ConservationReport.Room room : report.rooms()) {
            json.open();
            json.put("kind", room.kind());
            json.put("name", room.name());
            books(json, room.books());
            json.close();
        }
        json.closeArray();
        json.openArray("leaks");
        report.leaks().forEach(json::element);
        json.closeArray();
        json.close();
    }

    private static void books(Json json, ConservationReport.Books books) {
        json.put("submitted", books.submitted());
        json.put("completed", books.completed());
        json.put("failed", books.failed());
        json.put("in_flight", books.inFlight());
        json.put("holds", books.holds());
    }

    private static void stages(Json json, @Nullable StageReport report) {
        if (report == null) {
            return;
        }
        json.open("latency_stages");
        for (StageReport.Stage stage : report.stages()) {
            stage(json, stage);
        }
        stage(json, report.total());
        json.put("sum_of_means", report.sumOfMeansNs());
        json.put("adds_up", report.addsUp());
        json.close();
    }

    private static void stage(Json json, StageReport.Stage stage) {
        json.open(stage.name());
        json.put("count", stage.count());
        json.put("mean_ns", stage.meanNs());
        json.put("p50_ns", stage.p50Ns());
        json.put("p99_ns", stage.p99Ns());
        json.close();
    }

    private static void cpus(Json json, CpuReport report) {
        json.open("cpu");
        json.open(report.all().cpu());
        modes(json, report.all());
        json.close();
        json.openArray("cpus");
        for (CpuReport.CpuRow row : report.cpus()) {
            json.open();
            json.put("cpu", row.cpu());
            modes(json, row);
            json.close();
        }
        json.closeArray();
        json.close();
        json.openArray("functions");
        for (CpuReport.FunctionRow row : report.functions()) {
            json.open();
            json.put("name", row.name());
            json.put("mode", row.mode().shortName());
            json.put("share", row.sharePercent());
            json.put("ns", row.ns());
            json.put("calls", row.calls());
            json.put("input", row.input());
            json.close();
        }
        json.closeArray();
    }

    private static void modes(Json json, CpuReport.CpuRow row) {
        for (CpuMode mode : CpuMode.values()) {
            json.put(mode.shortName(), row.percent(mode));
        }
    }

    private static void contention(Json json, ContentionReport report) {
        json.openArray("locks");
        for (ContentionReport.LockRow row : report.locks()) {
            json.open();
            json.put("name", row.name());
            json.put("acquisitions", row.acquisitions());
            json.put("contended", row.contended());
            json.put("mean_wait_ns", row.meanWaitNs());
            json.put("mean_hold_ns", row.meanHoldNs());
            json.put("spin_share", row.spinPercent());
            json.close();
        }
        json.closeArray();
        json.openArray("cache_lines");
        for (ContentionReport.LineRow row : report.lines()) {
            json.open();
            json.put("name", row.name());
            json.put("touches", row.touches());
            json.put("transfers", row.transfers());
            json.put("remote_transfers", row.remoteTransfers());
            json.put("mean_ns", row.meanNs());
            json.close();
        }
        json.closeArray();
        waits(json, "tags", report.tags());
        waits(json, "budgets", report.budgets());
        json.openArray("queue_depths");
        for (ContentionReport.DepthRow row : report.depths()) {
            json.open();
            json.put("name", row.name());
            json.put("now", row.now());
            json.put("lowest", row.lowest());
            json.put("most", row.most());
            json.close();
        }
        json.closeArray();
    }

    private static void waits(Json json, String name, List<ContentionReport.WaitRow> rows) {
        json.openArray(name);
        for (ContentionReport.WaitRow row : rows) {
            json.open();
            json.put("name", row.name());
            json.put("acquired", row.acquired());
            json.put("waited", row.waited());
            json.put("mean_wait_ns", row.meanWaitNs());
            json.close();
        }
        json.closeArray();
    }

    private static void interrupts(Json json, InterruptReport report) {
        json.openArray("interrupts");
        for (InterruptRow row : report.vectors()) {
            json.open();
            json.put("vector", row.vector());
            json.put("cpu", row.cpu());
            json.put("interrupts", row.interrupts());
            json.put("completions", row.completions());
            json.put("completions_per_interrupt", row.completionsPerInterrupt());
            json.close();
        }
        json.closeArray();
        json.openArray("cpu_interrupts");
        for (InterruptReport.CpuRow row : report.cpus()) {
            json.open();
            json.put("cpu", row.cpu());
            json.put("devices", row.devices());
            json.put("loc", row.timers());
            json.put("cal", row.calls());
            json.put("cal_sent", row.callsSent());
            json.put("res", row.reschedules());
            json.put("softirq_block", row.softirqs());
            json.put("to_ksoftirqd", row.handOvers());
            json.close();
        }
        json.closeArray();
    }

    private static void faults(Json json, List<FaultStatistics> rows) {
        if (rows.isEmpty()) {
            return;
        }
        json.openArray("faults");
        for (FaultStatistics row : rows) {
            json.open();
            json.put("place", row.place());
            json.put("rule", row.rule());
            json.put("fault", row.kind().name().toLowerCase(Locale.ROOT).replace('_', '-'));
            json.put("struck", row.struck());
            json.close();
        }
        json.closeArray();
    }
}
