package org.mqemu.runner.report;

import java.util.List;
import org.mqemu.api.stats.FioHistogram;
import org.mqemu.api.stats.Summary;

/**
 * The latency by stage, with blktrace's letters: Q queued, G request taken, I inserted, D issued to the driver, C
 * completed.
 *
 * <p>All stages are taken over the same I/Os, so the means of the stages add up to the mean of the whole. An I/O that
 * skips a letter (blk-mq issues directly without I) spends 0 ns there.
 *
 * @param stages Q2G, G2I, I2D and D2C, in order
 * @param total Q2C
 */
public record StageReport(List<Stage> stages, Stage total) {
    private static final double TOLERANCE = 1e-6;

    /** Copies the list. */
    public StageReport {
        stages = List.copyOf(stages);
    }

    /** Sum of the stages' means in ns. */
    public double sumOfMeansNs() {
        return stages.stream().mapToDouble(Stage::meanNs).sum();
    }

    /** Whether the stages' means add up to the total's, up to the rounding of doubles. */
    public boolean addsUp() {
        return Math.abs(sumOfMeansNs() - total.meanNs()) <= TOLERANCE * Math.max(1, total.meanNs());
    }

    /**
     * One stage.
     *
     * @param name blktrace's letters, such as {@code D2C}
     * @param count I/Os
     * @param meanNs mean in ns
     * @param p50Ns median in ns
     * @param p99Ns 99th percentile in ns
     */
    public record Stage(String name, long count, double meanNs, long p50Ns, long p99Ns) {
        /** The stage of what was counted. */
        public static Stage of(String name, Summary summary, FioHistogram histogram) {
            return new Stage(name, summary.n(), summary.mean(), histogram.percentile("50"), histogram.percentile("99"));
        }
    }
}
