package org.mqemu.api.stats;

/**
 * Number, extremes, mean and sample standard deviation of whole numbers (latencies in ns, rates per window).
 *
 * <p>Welford's recurrence for single values and Chan's for merging: no sum of squares that could lose its digits.
 * Merging in the same order gives the same bits.
 */
public final class Summary {
    private long n;
    private long min = Long.MAX_VALUE;
    private long max = Long.MIN_VALUE;
    private double mean;
    private double squares;

    /** Takes one value. */
    public void record(long value) {
        n++;
        if (value < min) {
            min = value;
        }
        if (value > max) {
            max = value;
        }
        double delta = value - mean;
        mean += delta / n;
        squares += delta * (value - mean);
    }

    /** Number of values. */
    public long n() {
        return n;
    }

    /** The smallest value; 0 when there is none. */
    public long min() {
        return n == 0 ? 0 : min;
    }

    /** The largest value; 0 when there is none. */
    public long max() {
        return n == 0 ? 0 : max;
    }

    /** The mean; 0 when there is no value. */
    public double mean() {
        return mean;
    }

    /** The sample standard deviation (divisor n - 1); 0 below two values. */
    public double stddev() {
        return n < 2 ? 0 : Math.sqrt(squares / (n - 1));
    }

    /** Takes all values of another summary, as if they had been recorded here. */
    public void merge(Summary other) {
        if (other.n == 0) {
            return;
        }
        long sum = n + other.n;
        double delta = other.mean - mean;
        squares += other.squares + delta * delta * ((double) n * other.n / sum);
        mean = n == 0 ? other.mean : mean + delta * other.n / sum;
        n = sum;
        min = Math.min(min, other.min);
        max = Math.max(max, other.max);
    }

    /**
     * Adds up the rates of jobs that ran side by side, as fio's {@code group_reporting} does: minimum, maximum, mean
     * and number of samples are all summed.
     */
    public void addAlongside(Summary other) {
        if (n == 0 || other.n == 0) {
            merge(other);
            return;
        }
        n += other.n;
        min += other.min;
        max += other.max;
        mean += other.mean;
        squares += other.squares;
    }

    /** Forgets everything. */
    public void clear() {
        n = 0;
        min = Long.MAX_VALUE;
        max = Long.MIN_VALUE;
        mean = 0;
        squares = 0;
    }
}
