package org.mqemu.runner.report;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mqemu.api.stats.CpuMode;
import org.mqemu.devices.fault.FaultStatistics;

/** The section after fio's output: clock, books, CPU time, contention, interrupts, latency by stage. */
final class EmulationText {
    private static final int LOG_LINES = 60;

    private EmulationText() {}

    static void write(StringBuilder out, EmulationReport report, double biosPerRequest) {
        out.append("\nmqemu:\n");
        out.append("  machine      : ").append(report.machine().text()).append('\n');
        clock(out, report.clock());
        out.append("  result       : ").append(report.trusted() ? "trusted" : "NOT TRUSTED");
        out.append(report.partial() ? ", PARTIAL (ended early)" : ", complete").append('\n');
        steady(out, report.steady());
        if (biosPerRequest > 0) {
            out.append("  merging      : ").append(Fmt.fixed(biosPerRequest, 2)).append(" bios a request\n");
        }
        for (String note : report.notes()) {
            out.append("  note         : ").append(note).append('\n');
        }
        conservation(out, report.conservation());
        stages(out, report.stages());
        cpus(out, report.cpus());
        ContentionText.write(out, report.contention());
        InterruptText.write(out, report.interrupts());
        faults(out, report.faults());
        RecoveryReport.write(out, report.recoveries());
        kernelLog(out, report.kernelLog());
    }

    private static void kernelLog(StringBuilder out, List<String> lines) {
        if (lines.isEmpty()) {
            return;
        }
        out.append("\n  kernel log\n");
        lines.stream()
                .limit(LOG_LINES)
                .forEach(line -> out.append("    ").append(line).append('\n'));
        if (lines.size() > LOG_LINES) {
            out.append("    and ").append(lines.size() - LOG_LINES).append(" more: see --dmesg FILE\n");
        }
    }

    private static void faults(StringBuilder out, List<FaultStatistics> rows) {
        TextTable table = new TextTable("faults", "struck");
        for (FaultStatistics row : rows) {
            table.row(row.place() + " " + row.rule(), Long.toString(row.struck()));
        }
        table.write(rows.isEmpty() ? out : out.append('\n'));
    }

    private static void clock(StringBuilder out, ClockReport clock) {
        out.append("  clock        : ").append(clock.name()).append(", seed=").append(clock.seed());
        out.append(", emulated=").append(Fmt.duration(clock.emulatedNs()));
        ClockReport.@Nullable WallReport wall = clock.wall();
        if (wall == null) {
            out.append('\n');
            return;
        }
        out.append(", wall=").append(Fmt.duration(wall.wallNs()));
        out.append(", tdf=").append(Fmt.fixed(wall.tdf(), 2)).append('\n');
        out.append("  lateness     : p50=").append(Fmt.duration(wall.latenessP50Ns()));
        out.append(", p99=").append(Fmt.duration(wall.latenessP99Ns()));
        out.append(", max=").append(Fmt.duration(wall.latenessMaxNs()));
        out.append(", inversions=").append(wall.inversions());
        out.append(" (").append(Fmt.fixed(wall.inversionPercent(), 2)).append("%)\n");
    }

    private static void steady(StringBuilder out, @Nullable SteadyReport steady) {
        if (steady == null) {
            return;
        }
        out.append("  steady state : warm-up=").append(Fmt.duration(steady.warmupNs()));
        out.append(", measured=").append(Fmt.duration(steady.measuredNs())).append(", IOPS +/- ");
        if (Double.isFinite(steady.relativeHalfWidth())) {
            out.append(Fmt.fixed(100 * steady.relativeHalfWidth(), 2)).append("% (95% confidence, ");
            out.append(steady.batches()).append(" batches)\n");
        } else {
            out.append("unknown\n");
        }
    }

    private static void conservation(StringBuilder out, ConservationReport report) {
        TextTable table = new TextTable("conservation", "submitted", "completed", "failed", "in flight", "balance");
        books(table, "all", report.total());
        for (ConservationReport.Room room : report.rooms()) {
            books(table, room.kind() + " " + room.name(), room.books());
        }
        table.write(out.append('\n'));
        for (String leak : report.leaks()) {
            out.append("    LEAKED: ").append(leak).append('\n');
        }
    }

    private static void books(TextTable table, String name, ConservationReport.Books books) {
        table.row(
                name,
                Long.toString(books.submitted()),
                Long.toString(books.completed()),
                Long.toString(books.failed()),
                Long.toString(books.inFlight()),
                books.holds() ? "holds" : "BROKEN");
    }

    private static void stages(StringBuilder out, @Nullable StageReport report) {
        if (report == null) {
            return;
        }
        TextTable table = new TextTable("latency by stage (usec)", "mean", "share", "p50", "p99", "I/Os");
        for (StageReport.Stage stage : report.stages()) {
            stage(table, stage, report.total().meanNs());
        }
        stage(table, report.total(), report.total().meanNs());
        table.write(out.append('\n'));
        if (!report.addsUp()) {
            out.append("    STAGES DO NOT ADD UP: sum of means ").append(Fmt.duration(report.sumOfMeansNs()));
            out.append('\n');
        }
    }

    private static void stage(TextTable table, StageReport.Stage stage, double totalNs) {
        table.row(
                stage.name(),
                Fmt.fixed(stage.meanNs() / 1e3, 3),
                Fmt.fixed(totalNs == 0 ? 0 : 100 * stage.meanNs() / totalNs, 1) + "%",
                Fmt.fixed(stage.p50Ns() / 1e3, 3),
                Fmt.fixed(stage.p99Ns() / 1e3, 3),
                Long.toString(stage.count()));
    }

    private static void cpus(StringBuilder out, CpuReport report) {
        TextTable cpus = new TextTable("CPU time", "%usr", "%sys", "%hard", "%soft", "%iowait", "%idle");
        List<CpuReport.CpuRow> rows = new ArrayList<>(List.of(report.all()));
        rows.addAll(report.cpus());
        for (CpuReport.CpuRow row : rows) {
            List<String> cells = new ArrayList<>(List.of(row.cpu()));
            for (CpuMode mode : CpuMode.values()) {
                cells.add(Fmt.fixed(row.percent(mode), 2));
            }
            cpus.row(cells.toArray(new String[0]));
        }
        cpus.write(out.append('\n'));
        TextTable functions = new TextTable("kernel functions (of busy time)", "mode", "share", "calls", "ns/call");
        for (CpuReport.FunctionRow row : report.functions()) {
            functions.row(
                    row.name() + (row.input() ? " (input)" : ""),
                    row.mode().shortName(),
                    Fmt.fixed(row.sharePercent(), 2) + "%",
                    Long.toString(row.calls()),
                    row.calls() == 0 ? "-" : Fmt.fixed((double) row.ns() / row.calls(), 1));
        }
        functions.write(report.functions().isEmpty() ? out : out.append('\n'));
    }
}
