package org.mqemu.runner.report;

import java.util.List;
import org.mqemu.api.stats.IoDirection;

/** fio's normal text output, followed by a section of its own for what fio cannot know. */
public final class NormalWriter {
    private NormalWriter() {}

    /** The whole report as text, with a line feed at the end of every line. */
    public static String write(RunReport report) {
        StringBuilder out = new StringBuilder();
        banners(out, report);
        for (GroupReport group : report.groups()) {
            for (JobReport job : group.jobs()) {
                JobText.write(out, job, group);
            }
        }
        for (GroupReport group : report.groups()) {
            runStatus(out, group);
        }
        disks(out, report.disks());
        EmulationText.write(out, report.emulation(), report.biosPerRequest());
        return out.toString();
    }

    private static void banners(StringBuilder out, RunReport report) {
        int threads = 0;
        int processes = 0;
        for (JobBanner job : report.banners()) {
            out.append(job.name())
                    .append(": (g=")
                    .append(job.groupId())
                    .append("): rw=")
                    .append(job.rw());
            out.append(", bs=").append(job.bs()).append(", ioengine=").append(job.ioengine());
            out.append(", iodepth=").append(job.iodepth()).append('\n');
            if (job.clones() > 1) {
                out.append("...\n");
            }
            threads += job.thread() ? job.clones() : 0;
            processes += job.thread() ? 0 : job.clones();
        }
        out.append(report.fullVersion()).append("\nStarting ");
        if (threads > 0) {
            out.append(threads).append(threads == 1 ? " thread" : " threads");
        }
        if (processes > 0 || threads == 0) {
            out.append(threads > 0 ? " and " : "").append(processes).append(processes == 1 ? " process" : " processes");
        }
        out.append("\n\n");
    }

    private static void runStatus(StringBuilder out, GroupReport group) {
        out.append("\nRun status group ").append(group.id()).append(" (all jobs):\n");
        for (IoDirection direction : IoDirection.values()) {
            GroupRates rates = GroupRates.of(group, direction);
            if (rates.maxRunMs() == 0) {
                continue;
            }
            out.append(Fmt.left(direction.name(), 7)).append(": bw=").append(rate(rates.bytesPerSecond()));
            out.append(", ")
                    .append(FioNumber.binaryBytes(rates.minBytesPerSecond()))
                    .append("/s-");
            out.append(FioNumber.binaryBytes(rates.maxBytesPerSecond())).append("/s (");
            out.append(FioNumber.decimalBytes(rates.minBytesPerSecond())).append("/s-");
            out.append(FioNumber.decimalBytes(rates.maxBytesPerSecond())).append("/s), io=");
            out.append(FioNumber.binaryBytes(rates.bytes())).append(" (");
            out.append(FioNumber.decimalBytes(rates.bytes())).append("), run=");
            out.append(rates.minRunMs()).append('-').append(rates.maxRunMs()).append("msec\n");
        }
    }

    /** A bandwidth in both bases: {@code 15.6MiB/s (16.4MB/s)}. */
    static String rate(long bytesPerSecond) {
        return FioNumber.binaryBytes(bytesPerSecond) + "/s (" + FioNumber.decimalBytes(bytesPerSecond) + "/s)";
    }

    private static void disks(StringBuilder out, List<DiskUtil> disks) {
        if (disks.isEmpty()) {
            return;
        }
        out.append("\nDisk stats (read/write):\n");
        for (DiskUtil disk : disks) {
            out.append("  ").append(disk.name());
            out.append(": ios=").append(disk.readIos()).append('/').append(disk.writeIos());
            out.append(", merge=").append(disk.readMerges()).append('/').append(disk.writeMerges());
            out.append(", ticks=").append(disk.readTicksMs()).append('/').append(disk.writeTicksMs());
            out.append(", in_queue=").append(disk.inQueueMs());
            out.append(", util=").append(Fmt.fixed(disk.utilPercent(), 2)).append("%\n");
        }
    }
}
