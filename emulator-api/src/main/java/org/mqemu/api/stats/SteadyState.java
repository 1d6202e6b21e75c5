package org.mqemu.api.stats;

/**
 * Decides when a run has told enough: the warm-up is over and the mean rate is known well enough.
 *
 * <p>Fed with the number of completions in consecutive bins of fixed emulated length. The warm-up is cut off by MSER-5,
 * the rest gives a 95 % confidence half-width by batch means. All is a pure function of the counts. To keep memory and
 * time bounded, bins are joined in pairs whenever 4096 of them are stored; and {@link #steady} looks only when the run
 * has grown by a tenth since it looked last, and wants two looks in a row to agree, because every further look is
 * another chance to stop on a lucky streak.
 */
public final class SteadyState {
    private static final int CAPACITY = 4096;

    private final Rule rule;
    private final double[] bins = new double[CAPACITY];
    private int stored;
    private int joined = 1;
    private double pending;
    private int pendingBins;
    private long totalBins;
    private long lookedAt;
    private long nextLook;
    private double lookedWidth = Double.POSITIVE_INFINITY;
    private double previousWidth = Double.POSITIVE_INFINITY;
    private long evaluatedAt = -1;
    private int truncated;
    private BatchMeans batches = BatchMeans.of(bins, 0, 0);

    /**
     * How much a run must have shown before it may stop.
     *
     * @param binNs length of a bin in emulated ns
     * @param minBins bins after the warm-up, at least 10
     * @param minCompletions completions after the warm-up
     */
    public record Rule(long binNs, int minBins, long minCompletions) {
        /** Checks the ranges. */
        public Rule {
            if (binNs <= 0 || minBins < BatchMeans.MIN_BATCHES || minCompletions < 0) {
                throw new IllegalArgumentException(binNs + " ns, " + minBins + " bins, " + minCompletions + " I/Os");
            }
        }

        /** 250 us bins; at least 100 of them (25 ms) and 2000 completions. */
        public static Rule defaults() {
            return new Rule(250_000, 100, 2_000);
        }
    }

    /** Starts with nothing seen. */
    public SteadyState(Rule rule) {
        this.rule = rule;
        this.nextLook = rule.minBins();
    }

    /**
     * Takes the next bin.
     *
     * @param completions I/Os completed in it
     */
    public void add(long completions) {
        totalBins++;
        pending += completions;
        if (++pendingBins == joined) {
            bins[stored++] = pending;
            pending = 0;
            pendingBins = 0;
            if (stored == CAPACITY) {
                joinPairs();
            }
        }
    }

    private void joinPairs() {
        stored = CAPACITY / 2;
        for (int i = 0; i < stored; i++) {
            bins[i] = bins[2 * i] + bins[2 * i + 1];
        }
        joined *= 2;
    }

    private void evaluate() {
        if (evaluatedAt == totalBins) {
            return;
        }
        evaluatedAt = totalBins;
        truncated = Mser.truncation(bins, stored);
        batches = BatchMeans.of(bins, truncated < 0 ? stored / 2 : truncated, stored);
    }

    /**
     * Whether the run may stop: warm-up over, minimum seen, batches long enough, half-width small enough, twice in a
     * row.
     *
     * <p>Answers false between looks; ask after every bin.
     *
     * @param relativeHalfWidth the half-width wanted, relative to the mean, such as 0.01
     */
    public boolean steady(double relativeHalfWidth) {
        if (totalBins != lookedAt) {
            if (totalBins < nextLook) {
                return false;
            }
            look();
        }
        return Math.max(lookedWidth, previousWidth) <= relativeHalfWidth;
    }

    private void look() {
        lookedAt = totalBins;
        nextLook = totalBins + Math.max(1, totalBins / 10);
        previousWidth = lookedWidth;
        evaluate();
        boolean enough = truncated >= 0
                && batches.independent()
                && measuredBins() >= rule.minBins()
                && measuredCompletions() >= rule.minCompletions();
        lookedWidth = enough ? relativeHalfWidth() : Double.POSITIVE_INFINITY;
    }

    /** Half the width of the 95 % interval over the mean; infinite when nothing is known yet or nothing completes. */
    public double relativeHalfWidth() {
        evaluate();
        return batches.mean() > 0 ? batches.halfWidth() / batches.mean() : Double.POSITIVE_INFINITY;
    }

    /** The mean rate after the warm-up in I/Os a second; 0 when nothing is known yet. */
    public double meanRate() {
        evaluate();
        return batches.mean() * 1e9 / joined / rule.binNs();
    }

    /** Bins left out as warm-up; all of them while it is not over. */
    public int warmupBins() {
        evaluate();
        return (int) Math.min(Integer.MAX_VALUE, truncated < 0 ? totalBins : (long) truncated * joined);
    }

    /** Bins the mean rate is taken from; a few less than all after the warm-up, as batches are of equal length. */
    public long measuredBins() {
        evaluate();
        return (long) batches.batches() * batches.length() * joined;
    }

    /** Completions in the measured bins, rounded to the nearest. */
    public long measuredCompletions() {
        evaluate();
        return Math.round(batches.mean() * batches.batches() * batches.length());
    }

    /** Bins seen. */
    public long totalBins() {
        return totalBins;
    }

    /** Batches the half-width is computed from, 10 to 32; 0 when there is too little yet. */
    public int batches() {
        evaluate();
        return batches.batches();
    }

    /** What was asked for. */
    public Rule rule() {
        return rule;
    }
}
