package org.mqemu.api.stats;

/** Two-sided 95 % quantiles of Student's t distribution, from the usual tables. */
final class StudentT {
    private static final double[] QUANTILES = {
        12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131, 2.120,
        2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042, 2.040
    };

    private StudentT() {}

    /**
     * The factor of a 95 % confidence interval.
     *
     * @param degrees degrees of freedom, 1 to 31
     */
    static double quantile95(int degrees) {
        return QUANTILES[degrees - 1];
    }
}
