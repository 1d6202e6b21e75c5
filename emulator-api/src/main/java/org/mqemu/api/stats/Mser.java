package org.mqemu.api.stats;

/**
 * MSER-5 (White 1997): how much of a series' start to leave out.
 *
 * <p>The series is averaged in groups of 5; left out are the groups whose omission makes the standard error of the
 * remaining mean smallest. Only the first half may go: a minimum at the half means that the series is still settling.
 */
final class Mser {
    static final int GROUP = 5;

    private Mser() {}

    /**
     * The number of leading values to leave out, a multiple of 5.
     *
     * @param x the series
     * @param n values in it
     * @return the number, or -1 when the series is too short or the minimum lies at its half
     */
    static int truncation(double[] x, int n) {
        int groups = n / GROUP;
        if (groups < 2) {
            return -1;
        }
        int limit = groups / 2;
        int best = limit;
        double bestError = Double.POSITIVE_INFINITY;
        double mean = 0;
        double squares = 0;
        for (int g = groups - 1, m = 1; g >= 0; g--, m++) {
            double value = 0;
            for (int i = 0; i < GROUP; i++) {
                value += x[g * GROUP + i];
            }
            double delta = value - mean;
            mean += delta / m;
            squares += delta * (value - mean);
            double error = squares / ((double) m * m);
            if (g <= limit && error <= bestError) {
                bestError = error;
                best = g;
            }
        }
        return best == limit ? -1 : best * GROUP;
    }
}
