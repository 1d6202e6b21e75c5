package org.mqemu.runner.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.mqemu.api.stats.CpuMode;
import org.mqemu.api.stats.FunctionTable;
import org.mqemu.api.stats.TimeSplit;

/**
 * Where CPU time went.
 *
 * @param all all CPUs together, named {@code all}
 * @param cpus each CPU
 * @param functions kernel functions by falling share
 */
public record CpuReport(CpuRow all, List<CpuRow> cpus, List<FunctionRow> functions) {
    /** Copies the lists. */
    public CpuReport {
        cpus = List.copyOf(cpus);
        functions = List.copyOf(functions);
    }

    /**
     * Sums up the CPUs' splits.
     *
     * @param splits one per CPU, CPU 0 first
     * @param table the functions' names
     * @param limit functions to list
     */
    public static CpuReport of(List<TimeSplit> splits, FunctionTable table, int limit) {
        TimeSplit all = new TimeSplit(table.size());
        List<CpuRow> rows = new ArrayList<>();
        for (TimeSplit split : splits) {
            rows.add(CpuRow.of(Integer.toString(rows.size()), split));
            all.merge(split);
        }
        return new CpuReport(CpuRow.of("all", all), rows, top(all, table, limit));
    }

    private static List<FunctionRow> top(TimeSplit split, FunctionTable table, int limit) {
        List<FunctionRow> rows = new ArrayList<>();
        double busy = Math.max(1, split.busyNs());
        for (int id = 0; id < table.size(); id++) {
            for (CpuMode mode : CpuMode.values()) {
                long ns = split.ns(mode, id);
                if (ns > 0) {
                    rows.add(new FunctionRow(table.name(id), mode, ns, split.calls(mode, id), 100.0 * ns / busy));
                }
            }
        }
        rows.sort(Comparator.comparingLong(FunctionRow::ns)
                .reversed()
                .thenComparing(FunctionRow::name)
                .thenComparing(FunctionRow::mode));
        return rows.subList(0, Math.min(limit, rows.size()));
    }

    /**
     * One CPU.
     *
     * @param cpu its number, or {@code all}
     * @param ns emulated ns per mode
     */
    public record CpuRow(String cpu, Map<CpuMode, Long> ns) {
        /** Copies the map. */
        public CpuRow {
            ns = Map.copyOf(ns);
        }

        /** The row of a split. */
        public static CpuRow of(String cpu, TimeSplit split) {
            Map<CpuMode, Long> ns = new EnumMap<>(CpuMode.class);
            for (CpuMode mode : CpuMode.values()) {
                ns.put(mode, split.ns(mode));
            }
            return new CpuRow(cpu, ns);
        }

        /** Share of a mode in percent of the CPU's time; 0 when no time was booked. */
        public double percent(CpuMode mode) {
            long total = ns.values().stream().mapToLong(Long::longValue).sum();
            return total == 0 ? 0 : 100.0 * ns.getOrDefault(mode, 0L) / total;
        }
    }

    /**
     * One kernel function in one mode.
     *
     * @param name the kernel's name
     * @param mode the mode it ran in
     * @param ns emulated ns in all
     * @param calls number of calls
     * @param sharePercent percent of all CPUs' busy time, as perf report counts it
     */
    public record FunctionRow(String name, CpuMode mode, long ns, long calls, double sharePercent) {}
}
