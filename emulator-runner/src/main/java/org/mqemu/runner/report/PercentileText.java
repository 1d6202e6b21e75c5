package org.mqemu.runner.report;

import java.util.List;
import org.mqemu.api.stats.FioHistogram;
import org.mqemu.api.stats.Percentile;

/** fio's percentile block: as many to a line as fit, in ns, us or ms depending on the range, rounded up. */
final class PercentileText {
    private static final int LINE_WIDTH = 73;

    private PercentileText() {}

    static void write(StringBuilder out, String name, FioHistogram histogram, List<Percentile> percentiles) {
        if (percentiles.isEmpty()) {
            return;
        }
        List<Long> values = percentiles.stream().map(histogram::percentile).toList();
        long min = values.get(0);
        long max = values.get(values.size() - 1);
        String unit = "nsec";
        int steps = 0;
        if (min > 2_000_000 && max > 99_999_999) {
            unit = "msec";
            steps = 2;
        } else if (min > 2_000 && max > 99_999) {
            unit = "usec";
            steps = 1;
        }
        out.append("    ").append(name).append(" percentiles (").append(unit).append("):\n     |");
        int decimals = percentiles.stream().mapToInt(Percentile::decimals).max().orElse(0);
        int width = Math.max(
                5,
                Long.toString(max / (steps == 2 ? 1_000_000 : steps == 1 ? 1_000 : 1))
                        .length());
        int perLine = LINE_WIDTH / (decimals + 10 + width);
        for (int i = 0; i < values.size(); i++) {
            if (i > 0) {
                out.append(i % perLine == 0 ? ",\n     |" : ",");
            }
            String percentile = Fmt.fixed(percentiles.get(i).value(), decimals + 3, decimals);
            out.append(' ').append(percentile).append("th=[");
            out.append(Fmt.left(Long.toString(scaled(values.get(i), steps)), width))
                    .append(']');
        }
        out.append('\n');
    }

    private static long scaled(long ns, int steps) {
        long value = ns;
        for (int i = 0; i < steps; i++) {
            value = (value + 999) / 1000;
        }
        return value;
    }
}
