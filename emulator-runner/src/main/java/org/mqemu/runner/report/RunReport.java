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

    /** Returns how many bios a request to the devices had on average: 1 if none were merged, 0 if there was no request. */
    public double biosPerRequest() {
        long requests = 0;
        long merged = 0;
        for (DiskUtil disk : disks) {
            requests += disk.readIos() + disk.writeIos();
            merged += disk.readMerges() + disk.writeMerges();
        }
        return requests == 0 ? 0 : (double) (requests + merged) / requests;
    }

    /** The name and version that stand where fio prints its own: {@code mqemu-0.1.0}. */
    public String fullVersion() {
        return "mqemu-" + version;
    }
}
