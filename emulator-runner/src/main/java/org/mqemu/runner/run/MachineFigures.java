package org.mqemu.runner.run;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.mqemu.api.engine.RunResult;
import org.mqemu.api.hardware.Op;
import org.mqemu.api.stats.CpuMode;
import org.mqemu.api.stats.WaitCounts;
import org.mqemu.blkmq.block.Disk;
import org.mqemu.blkmq.block.DiskCounters;
import org.mqemu.blkmq.block.RequestFigures;
import org.mqemu.blkmq.block.Stage;
import org.mqemu.blkmq.cpu.Cpu;
import org.mqemu.blkmq.cpu.CpuTimes;
import org.mqemu.blkmq.cpu.InterruptCounts;
import org.mqemu.blkmq.fio.FioThread;
import org.mqemu.blkmq.sync.LineCounts;
import org.mqemu.blkmq.sync.LockCounts;
import org.mqemu.blkmq.sync.SpinLock;
import org.mqemu.blkmq.tag.TagSet;
import org.mqemu.devices.drive.SsdDrive;
import org.mqemu.devices.drive.SsdStatistics;
import org.mqemu.devices.fault.FaultStatistics;
import org.mqemu.devices.hba.Hba;
import org.mqemu.devices.hba.HbaStatistics;
import org.mqemu.devices.irq.IrqVector;
import org.mqemu.runner.report.ConservationReport;
import org.mqemu.runner.report.ContentionReport;
import org.mqemu.runner.report.CpuReport;
import org.mqemu.runner.report.DiskUtil;
import org.mqemu.runner.report.InterruptReport;
import org.mqemu.runner.report.InterruptRow;
import org.mqemu.runner.report.StageReport;
import org.mqemu.scsi.lld.HbaDriver;
import org.mqemu.scsi.lld.HbaDriverKind;
import org.mqemu.scsi.midlayer.RecoveryFigures;

/** The machine's figures in the report's form. */
final class MachineFigures {
    private static final int FUNCTIONS = 60;
    private static final int LOCKS = 12;
    private static final int LINES = 8;

    private final Machine machine;
    private final Workload workload;
    private final RunResult result;
    private final long measuredNs;
    private final List<CpuTimes> cpuTimes;

    MachineFigures(Machine machine, Workload workload, RunResult result, long measuredNs) {
        this.machine = machine;
        this.workload = workload;
        this.result = result;
        this.measuredNs = measuredNs;
        this.cpuTimes = machine.cpus.stream().map(Cpu::measured).toList();
    }

    // ---- disks and stages ----

    List<DiskUtil> disks() {
        List<DiskUtil> rows = new ArrayList<>();
        for (Disk disk : machine.disks) {
            RequestFigures figures = disk.total().measured();
            long readMs = figures.ticksNs(Op.READ) / 1_000_000;
            long writeMs = figures.ticksNs(Op.WRITE) / 1_000_000;
            rows.add(new DiskUtil(
                    disk.name(),
                    figures.requests(Op.READ),
                    figures.requests(Op.WRITE),
                    figures.merges(Op.READ),
                    figures.merges(Op.WRITE),
                    readMs,
                    writeMs,
                    readMs + writeMs,
                    Math.min(100.0, 100.0 * disk.busyNs() / Math.max(1, measuredNs))));
        }
        return rows;
    }

    @Nullable StageReport stages() {
        RequestFigures all = new RequestFigures();
        machine.disks.forEach(disk -> all.add(disk.total().measured()));
        if (all.whole().n() == 0) {
            return null;
        }
        List<StageReport.Stage> stages = new ArrayList<>();
        for (Stage stage : Stage.values()) {
            stages.add(StageReport.Stage.of(stage.name(), all.stage(stage), all.histogram(stage)));
        }
        return new StageReport(stages, StageReport.Stage.of("Q2C", all.whole(), all.wholeHistogram()));
    }

    // ---- CPUs ----

    CpuReport cpus() {
        List<CpuReport.CpuRow> rows = new ArrayList<>();
        CpuTimes all = cpuTimes.get(0);
        for (int cpu = 0; cpu < cpuTimes.size(); cpu++) {
            rows.add(row(Integer.toString(cpu), cpuTimes.get(cpu)));
            all = cpu == 0 ? all : all.plus(cpuTimes.get(cpu));
        }
        return new CpuReport(row("all", all), rows, functions(all));
    }

    private static CpuReport.CpuRow row(String name, CpuTimes times) {
        Map<CpuMode, Long> ns = new EnumMap<>(CpuMode.class);
        for (CpuMode mode : CpuMode.values()) {
            ns.put(mode, times.ns(mode));
        }
        return new CpuReport.CpuRow(name, ns);
    }

    /** Functions by charged time; what a busy sibling adds, lines and spinning are rows of their own. */
    private List<CpuReport.FunctionRow> functions(CpuTimes all) {
        List<CpuReport.FunctionRow> rows = new ArrayList<>();
        List<String> names = machine.scenario.kernel().prices().functions();
        long busyNs = 0;
        for (CpuMode mode : CpuMode.values()) {
            busyNs += mode.isBusy() ? all.ns(mode) : 0;
        }
        double base = Math.max(1, busyNs) / 100.0;
        for (CpuMode mode : CpuMode.values()) {
            if (!mode.isBusy()) {
                continue;
            }
            long restNs = all.ns(mode);
            for (int id = 0; id < names.size(); id++) {
                long ns = all.functionNs(id, mode);
                restNs -= ns;
                long calls = all.functionCalls(id, mode);
                for (Map.Entry<String, Long> part :
                        machine.scenario.kernel().parts().of(names.get(id)).entrySet()) {
                    long partNs = part.getValue() * calls;
                    ns -= partNs;
                    function(rows, part.getKey(), mode, partNs, calls, base, true);
                }
                function(rows, names.get(id), mode, ns, calls, base, false);
            }
            function(rows, "[cache lines]", mode, all.lineNs(mode), 0, base, false);
            function(rows, "[spinning]", mode, all.spinNs(mode), 0, base, false);
            function(rows, "[busy sibling]", mode, restNs - all.lineNs(mode) - all.spinNs(mode), 0, base, false);
        }
        rows.sort(Comparator.comparingLong(CpuReport.FunctionRow::ns)
                .reversed()
                .thenComparing(CpuReport.FunctionRow::name)
                .thenComparing(CpuReport.FunctionRow::mode));
        return rows.subList(0, Math.min(FUNCTIONS, rows.size()));
    }

    private static void function(
            List<CpuReport.FunctionRow> rows,
            String name,
            CpuMode mode,
            long ns,
            long calls,
            double base,
            boolean input) {
        if (ns <= 0) {
            return;
        }
        for (int i = 0; input && i < rows.size(); i++) {
            CpuReport.FunctionRow row = rows.get(i);
            if (row.input() && row.name().equals(name) && row.mode() == mode) { // a part of several functions
                long sumNs = row.ns() + ns;
                rows.set(i, new CpuReport.FunctionRow(name, mode, sumNs, row.calls() + calls, sumNs / base, true));
                return;
            }
        }
        rows.add(new CpuReport.FunctionRow(name, mode, ns, calls, ns / base, input));
    }

    // ---- contention ----

    ContentionReport contention() {
        return new ContentionReport(locks(), lines(), tags(), budgets(), depths());
    }

    private List<ContentionReport.LockRow> locks() {
        double base = Math.max(1, measuredNs) * (double) machine.cpus.size() / 100.0;
        return machine.locks.stream()
                .filter(lock -> lock.measured().acquisitions() > 0)
                .sorted(Comparator.comparingLong(
                                (SpinLock lock) -> lock.measured().waitNs())
                        .thenComparingLong(lock -> lock.measured().acquisitions())
                        .reversed()
                        .thenComparingInt(SpinLock::id))
                .limit(LOCKS)
                .map(lock -> lockRow(lock, base))
                .toList();
    }

    private static ContentionReport.LockRow lockRow(SpinLock lock, double base) {
        LockCounts counts = lock.measured();
        return new ContentionReport.LockRow(
                lock.name(),
                counts.acquisitions(),
                counts.contended(),
                (double) counts.waitNs() / Math.max(1, counts.contended()),
                (double) counts.holdNs() / Math.max(1, counts.acquisitions()),
                counts.waitNs() / base);
    }

    private List<ContentionReport.LineRow> lines() {
        return machine.probe.lines().stream()
                .filter(line -> line.span().measured().touches() > 0)
                .sorted(Comparator.comparingLong((MemoryProbe.Line line) ->
                                line.span().measured().costNs())
                        .reversed()
                        .thenComparing(MemoryProbe.Line::name))
                .limit(LINES)
                .map(MachineFigures::lineRow)
                .toList();
    }

    private static ContentionReport.LineRow lineRow(MemoryProbe.Line line) {
        LineCounts counts = line.span().measured();
        return new ContentionReport.LineRow(
                line.name(),
                counts.touches(),
                counts.transfers(),
                counts.remoteTransfers(),
                (double) counts.costNs() / counts.touches());
    }

    /** Tags under blk-mq, requests under legacy, null_blk's own commands. */
    private List<ContentionReport.WaitRow> tags() {
        List<ContentionReport.WaitRow> rows = new ArrayList<>();
        for (TagSet tagSet : machine.tagSets) {
            rows.add(waitRow(tagSet.name(), tagSet.measured()));
        }
        pools(rows, true);
        return rows;
    }

    private List<ContentionReport.WaitRow> budgets() {
        List<ContentionReport.WaitRow> rows = new ArrayList<>();
        pools(rows, false);
        return rows;
    }

    private List<ContentionReport.DepthRow> depths() {
        return machine.devices.stream()
                .map(device -> new ContentionReport.DepthRow(
                        device.disk().name(), device.queueDepth(), device.lowestQueueDepth(), device.maxQueueDepth()))
                .toList();
    }

    private void pools(List<ContentionReport.WaitRow> rows, boolean requests) {
        for (MemoryProbe.Pool pool : machine.probe.pools()) {
            if ((pool.name().endsWith(Machine.NR_REQUESTS) || pool.name().endsWith(Machine.COMMANDS)) == requests) {
                rows.add(waitRow(pool.name(), pool.span().measured()));
            }
        }
    }

    private static ContentionReport.WaitRow waitRow(String name, WaitCounts counts) {
        return new ContentionReport.WaitRow(name, counts.acquired(), counts.waited(), counts.meanWaitNs());
    }

    InterruptReport interrupts() {
        List<InterruptRow> rows = new ArrayList<>();
        for (IrqVector vector : machine.vectors) {
            rows.add(new InterruptRow(
                    interruptName(vector),
                    machine.scenario.hardware().vectors().interruptedCpu(vector.number()),
                    vector.measured().interrupts(),
                    vector.measured().replies()));
        }
        return new InterruptReport(rows, cpuInterrupts());
    }

    private List<InterruptReport.CpuRow> cpuInterrupts() {
        List<InterruptReport.CpuRow> rows = new ArrayList<>();
        for (int cpu = 0; cpu < cpuTimes.size(); cpu++) {
            InterruptCounts counts = cpuTimes.get(cpu).interrupts();
            if (!counts.equals(InterruptCounts.NONE)) {
                rows.add(new InterruptReport.CpuRow(
                        cpu,
                        counts.devices(),
                        counts.timers(),
                        counts.calls(),
                        counts.callsSent(),
                        counts.reschedules(),
                        counts.softirqs(),
                        counts.handOvers()));
            }
        }
        return rows;
    }

    /** As in /proc/interrupts: the driver's module, the HBA's number, the vector. */
    private String interruptName(IrqVector vector) {
        String module = machine.scenario
                .host()
                .driver()
                .hba()
                .map(HbaDriverKind::module)
                .orElse("hba");
        return module + "0-msix" + vector.number();
    }

    /** Hosts whose error handling had anything to do. */
    List<RecoveryFigures> recoveries() {
        return machine.recoveries.stream()
                .map(handler -> handler.figures(result.emulatedNs()))
                .filter(RecoveryFigures::any)
                .toList();
    }

    List<FaultStatistics> faults() {
        List<FaultStatistics> rows = new ArrayList<>();
        machine.units.forEach(unit -> rows.addAll(unit.faults()));
        Hba hba = machine.hba;
        if (hba != null) {
            rows.addAll(hba.faults());
        }
        return rows;
    }

    // ---- conservation ----

    ConservationReport conservation() {
        List<ConservationReport.Room> rooms = new ArrayList<>();
        long submitted = 0;
        long completed = 0;
        long failed = 0;
        long inFlight = 0;
        for (FioThread thread : workload.threads()) {
            submitted += thread.issued();
            failed += thread.errors();
            completed += thread.reapedInAll() - thread.errors();
            inFlight += thread.inFlight();
        }
        ConservationReport.Books jobs = new ConservationReport.Books(submitted, completed, failed, inFlight);
        rooms.add(new ConservationReport.Room("job", "fio", jobs));
        for (Disk disk : machine.disks) {
            DiskCounters counters = disk.total();
            rooms.add(new ConservationReport.Room(
                    "queue", disk.name(), books(counters.submitted(), counters.completed(), counters.failed())));
        }
        Hba hba = machine.hba;
        if (hba != null) {
            HbaStatistics statistics = hba.statistics(result.emulatedNs());
            rooms.add(new ConservationReport.Room(
                    "hba",
                    hba.name(),
                    new ConservationReport.Books(
                            statistics.commands(),
                            statistics.completed(),
                            statistics.failed() + statistics.ended(),
                            statistics.inFlight())));
        }
        for (SsdDrive drive : machine.drives) {
            SsdStatistics statistics = drive.statistics(result.emulatedNs());
            rooms.add(new ConservationReport.Room(
                    "drive",
                    drive.name(),
                    new ConservationReport.Books(
                            statistics.commands() + statistics.rejected(),
                            statistics.completed(),
                            statistics.rejected(),
                            statistics.inFlight())));
        }
        return new ConservationReport(jobs, rooms, leaks());
    }

    /** What parts still held at the end, and what one room passed on and the next one never saw. */
    private List<String> leaks() {
        List<String> leaks = new ArrayList<>(result.leftOver());
        Hba hba = machine.hba;
        HbaDriver driver = machine.driver;
        if (hba != null && driver != null && !result.interrupted()) {
            HbaStatistics statistics = hba.statistics(result.emulatedNs());
            long posted = statistics.completed() + statistics.failed();
            long seen = driver.answered() + driver.dropped();
            if (posted != seen) {
                leaks.add(hba.name() + ": answered " + posted + " commands, but the driver saw " + seen);
            }
        }
        return leaks;
    }

    /** A queue that has drained holds nothing; one that was interrupted holds what is missing. */
    private ConservationReport.Books books(long submitted, long completed, long failed) {
        long held = result.interrupted() ? submitted - completed - failed : 0;
        return new ConservationReport.Books(submitted, completed, failed, held);
    }
}
