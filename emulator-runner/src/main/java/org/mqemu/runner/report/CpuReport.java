package org.mqemu.runner.report;

import java.util.List;
import java.util.Map;
import org.mqemu.api.stats.CpuMode;

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
     * @param input whether its share of its caller's time was typed in (kernel.parts), not emulated
     */
    public record FunctionRow(String name, CpuMode mode, long ns, long calls, double sharePercent, boolean input) {}
}
