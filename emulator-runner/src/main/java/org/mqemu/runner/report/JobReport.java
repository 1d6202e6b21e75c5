package org.mqemu.runner.report;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.mqemu.api.stats.IoStats;
import org.mqemu.api.stats.Percentile;

/**
 * One job's result, or with {@code group_reporting} that of a group's jobs together.
 *
 * @param name the job's name
 * @param groupId number of its group, from 0
 * @param members jobs merged into this one, at least 1
 * @param pid a number that stands for fio's process id
 * @param description fio's {@code description}, may be empty
 * @param options the job's own options as written, in order
 * @param groupReporting whether it is to be merged with its neighbours of the same group
 * @param error how it ended
 * @param stats what was counted; copied
 * @param cpu its CPU time
 * @param runtimeMs its runtime in emulated ms, summed over members
 * @param target fio's latency target
 * @param percentiles the percentiles to report; sorted
 * @param ended when it ended
 */
public record JobReport(
        String name,
        int groupId,
        int members,
        int pid,
        String description,
        Map<String, String> options,
        boolean groupReporting,
        JobError error,
        IoStats stats,
        CpuUse cpu,
        long runtimeMs,
        LatencyTarget target,
        List<Percentile> percentiles,
        ReportTime ended) {
    /** Copies what could change. */
    public JobReport {
        options = Collections.unmodifiableMap(new LinkedHashMap<>(options));
        stats = stats.copy();
        percentiles = percentiles.stream().sorted().toList();
    }

    /** This job and another one of the same group as one entry: the first one's name and options, numbers of both. */
    JobReport plus(JobReport other) {
        IoStats sum = stats.copy();
        sum.merge(other.stats);
        return new JobReport(
                name,
                groupId,
                members + other.members,
                pid,
                description,
                options,
                groupReporting,
                error.plus(other.error),
                sum,
                cpu.plus(runtimeMs, other.cpu, other.runtimeMs),
                runtimeMs + other.runtimeMs,
                target,
                percentiles,
                other.ended.epochMs() > ended.epochMs() ? other.ended : ended);
    }
}
