package org.mqemu.runner.report;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * All that a run reports.
 *
 * @param version the tool's version without its name, such as {@code 0.1.0}
 * @param time when the run ended
 * @param globalOptions options of the job file's global section as written, in order
 * @param banners the jobs' definitions, in order
 * @param groups the results
 * @param disks block devices' counters; empty when there is no device
 * @param emulation what fio cannot know
 */
public record RunReport(
        String version,
        ReportTime time,
        Map<String, String> globalOptions,
        List<JobBanner> banners,
        List<GroupReport> groups,
        List<DiskUtil> disks,
        EmulationReport emulation) {
    /** Copies what could change. */
    public RunReport {
        globalOptions = Collections.unmodifiableMap(new LinkedHashMap<>(globalOptions));
        banners = List.copyOf(banners);
        groups = List.copyOf(groups);
        disks = List.copyOf(disks);
    }

    /** The name and version that stand where fio prints its own: {@code mqemu-0.1.0}. */
    public String fullVersion() {
        return "mqemu-" + version;
    }
}
