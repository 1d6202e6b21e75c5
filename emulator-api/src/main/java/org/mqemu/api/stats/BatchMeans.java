package org.mqemu.api.stats;

/**
 * The mean of a correlated series and its 95 % confidence half-width by batch means.
 *
 * <p>The series is cut into 17 to 32 batches. When the batch means' lag-1 autocorrelation is significantly positive (5
 * %, one-sided) the batches are doubled, down to 10; what correlation is left widens the interval by sqrt((1 + r) / (1
 * - r)), as in Skart (Tafazzoli and Wilson 2011).
 *
 * @param mean the mean of the batched values
 * @param halfWidth half the width of the interval, in the values' unit
 * @param batches number of batches; 0 when there were fewer than 10 values
 * @param length values in a batch
 * @param independent whether the batches are long enough
 */
record BatchMeans(double mean, double halfWidth, int batches, int length, boolean independent) {
    static final int MAX_BATCHES = 32;
    static final int MIN_BATCHES = 10;
    private static final double SIGNIFICANT = 1.645;
    private static final double MAX_CORRELATION = 0.9;

    /** Computes from x[from] to x[to - 1]; a rest that fills no batch is dropped at the front. */
    static BatchMeans of(double[] x, int from, int to) {
        int values = to - from;
        if (values < MIN_BATCHES) {
            return new BatchMeans(0, Double.POSITIVE_INFINITY, 0, 0, false);
        }
        int length = (values + MAX_BATCHES - 1) / MAX_BATCHES;
        BatchMeans result = cut(x, to, values / length, length);
        while (!result.independent && values / (length * 2) >= MIN_BATCHES) {
            length *= 2;
            result = cut(x, to, values / length, length);
        }
        return result;
    }

    private static BatchMeans cut(double[] x, int to, int batches, int length) {
        double[] means = new double[batches];
        double mean = 0;
        int next = to - batches * length;
        for (int b = 0; b < batches; b++) {
            for (int i = 0; i < length; i++) {
                means[b] += x[next++];
            }
            means[b] /= length;
            mean += means[b];
        }
        mean /= batches;
        double squares = 0;
        double products = 0;
        for (int b = 0; b < batches; b++) {
            double delta = means[b] - mean;
            squares += delta * delta;
            products += b == 0 ? 0 : delta * (means[b - 1] - mean);
        }
        double correlation = squares == 0 ? 0 : products / squares;
        boolean independent = correlation <= SIGNIFICANT / Math.sqrt(batches);
        double rest = Math.min(MAX_CORRELATION, Math.max(0, correlation + 1.0 / batches));
        double variance = squares / (batches - 1) / batches * (1 + rest) / (1 - rest);
        double halfWidth = StudentT.quantile95(batches - 1) * Math.sqrt(variance);
        return new BatchMeans(mean, halfWidth, batches, length, independent);
    }
}
