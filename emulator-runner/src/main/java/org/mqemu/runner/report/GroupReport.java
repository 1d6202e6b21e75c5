package org.mqemu.runner.report;

import java.util.ArrayList;
import java.util.List;

/**
 * A group of jobs that ran together, between two {@code stonewall}s.
 *
 * @param id its number, from 0
 * @param jobs its jobs, merged where {@code group_reporting} says so
 */
public record GroupReport(int id, List<JobReport> jobs) {
    /** Copies the list. */
    public GroupReport {
        jobs = List.copyOf(jobs);
    }

    /**
     * Groups the jobs of a run, in order, and merges neighbours of a group that ask for {@code group_reporting}.
     *
     * @param jobs all jobs, those of a group next to each other
     */
    public static List<GroupReport> of(List<JobReport> jobs) {
        List<GroupReport> groups = new ArrayList<>();
        List<JobReport> current = new ArrayList<>();
        for (JobReport job : jobs) {
            int last = current.size() - 1;
            if (last >= 0 && current.get(last).groupId() != job.groupId()) {
                groups.add(new GroupReport(current.get(last).groupId(), current));
                current.clear();
                last = -1;
            }
            if (last >= 0 && job.groupReporting() && current.get(last).groupReporting()) {
                current.set(last, current.get(last).plus(job));
            } else {
                current.add(job);
            }
        }
        if (!current.isEmpty()) {
            groups.add(new GroupReport(current.get(0).groupId(), current));
        }
        return List.copyOf(groups);
    }
}
