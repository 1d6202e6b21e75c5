package org.mqemu.runner.report;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mqemu.api.stats.DepthMap;
import org.mqemu.api.stats.DirectionStats;
import org.mqemu.api.stats.FioHistogram;
import org.mqemu.api.stats.IoDirection;
import org.mqemu.api.stats.IoStats;
import org.mqemu.api.stats.LatencyBands;
import org.mqemu.api.stats.LatencyKind;
import org.mqemu.api.stats.LatencyStats;
import org.mqemu.api.stats.Percentile;
import org.mqemu.api.stats.Summary;

/** One element of fio's {@code jobs}. */
final class JobJson {
    private final Json json;
    private final boolean bins;

    JobJson(Json json, boolean bins) {
        this.json = json;
        this.bins = bins;
    }

    void write(JobReport job, GroupReport group, long elapsedS) {
        IoStats stats = job.stats();
        json.open();
        json.put("jobname", job.name());
        json.put("groupid", job.groupId());
        json.put("error", job.error().code());
        json.put("eta", 0L);
        json.put("elapsed", elapsedS);
        JsonWriter.options(json, "job options", job.options());
        for (IoDirection direction : IoDirection.values()) {
            direction(stats.direction(direction), direction, job.percentiles(), GroupRates.of(group, direction));
        }
        json.open("sync");
        json.put("total_ios", stats.totalSyncs());
        latency("lat_ns", stats.syncs(), job.percentiles());
        json.close();
        json.put("job_runtime", job.runtimeMs());
        json.put("usr_cpu", job.cpu().usrPercent());
        json.put("sys_cpu", job.cpu().sysPercent());
        json.put("ctx", job.cpu().contextSwitches());
        json.put("majf", job.cpu().majorFaults());
        json.put("minf", job.cpu().minorFaults());
        depths("iodepth_level", stats.depths());
        depths("iodepth_submit", stats.submits());
        depths("iodepth_complete", stats.completes());
        bands("latency_ns", stats, LatencyBands.Unit.NSEC);
        bands("latency_us", stats, LatencyBands.Unit.USEC);
        bands("latency_ms", stats, LatencyBands.Unit.MSEC);
        JobError.Ignored ignored = job.error().ignored();
        if (ignored != null) {
            json.put("total_err", ignored.total());
            json.put("first_error", ignored.first());
        }
        json.put("latency_depth", job.target().depth());
        json.put("latency_target", job.target().targetUs());
        json.put("latency_percentile", job.target().percentile());
        json.put("latency_window", job.target().windowUs());
        if (!job.description().isEmpty()) {
            json.put("desc", job.description());
        }
        json.close();
    }

    private void direction(
            DirectionStats stats, IoDirection direction, List<Percentile> percentiles, GroupRates group) {
        json.open(direction.fioName());
        json.put("io_bytes", stats.bytes());
        json.put("io_kbytes", stats.bytes() >> 10);
        json.put("bw_bytes", stats.bytesPerSecond());
        json.put("bw", stats.bytesPerSecond() / 1024);
        json.put("iops", stats.iops());
        json.put("runtime", stats.runtimeMs());
        json.put("total_ios", stats.totalIos());
        json.put("short_ios", stats.shortIos());
        json.put("drop_ios", stats.droppedIos());
        for (LatencyKind kind : LatencyKind.values()) {
            latency(kind.fioName() + "_ns", stats.latency(kind), percentiles);
        }
        Summary bandwidth = stats.rates().bandwidth();
        json.put("bw_min", bandwidth.min());
        json.put("bw_max", bandwidth.max());
        json.put("bw_agg", bandwidth.n() == 0 ? 0 : group.sharePercent(bandwidth.mean()));
        json.put("bw_mean", bandwidth.mean());
        json.put("bw_dev", bandwidth.stddev());
        json.put("bw_samples", bandwidth.n());
        Summary iops = stats.rates().iops();
        json.put("iops_min", iops.min());
        json.put("iops_max", iops.max());
        json.put("iops_mean", iops.mean());
        json.put("iops_stddev", iops.stddev());
        json.put("iops_samples", iops.n());
        json.close();
    }

    private void latency(String name, LatencyStats stats, List<Percentile> percentiles) {
        Summary summary = stats.summary();
        json.open(name);
        json.put("min", summary.min());
        json.put("max", summary.max());
        json.put("mean", summary.mean());
        json.put("stddev", summary.stddev());
        json.put("N", summary.n());
        @Nullable FioHistogram histogram = stats.histogram();
        if (histogram != null && histogram.count() > 0) {
            json.open("percentile");
            for (Percentile percentile : percentiles) {
                json.put(percentile.jsonKey(), histogram.percentile(percentile));
            }
            json.close();
            if (bins) {
                json.open("bins");
                histogram.forEachBin((value, count) -> json.put(Long.toString(value), count));
                json.close();
            }
        }
        json.close();
    }

    private void depths(String name, DepthMap map) {
        json.open(name);
        for (int i = 0; i < DepthMap.BUCKETS; i++) {
            json.put(map.labels().get(i), map.percentAt(i));
        }
        json.close();
    }

    private void bands(String name, IoStats stats, LatencyBands.Unit unit) {
        List<String> labels = unit.labels();
        json.open(name);
        for (int i = 0; i < labels.size(); i++) {
            json.put(labels.get(i), stats.bands().percentAt(unit, i, stats.totalIos()));
        }
        json.close();
    }
}
