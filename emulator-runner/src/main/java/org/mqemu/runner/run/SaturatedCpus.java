package org.mqemu.runner.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.mqemu.api.stats.CpuMode;
import org.mqemu.runner.report.CpuReport;
import org.mqemu.runner.report.InterruptReport;
import org.mqemu.runner.report.InterruptRow;

/** Finds CPUs that interrupts leave no time for anything else, while others have less of them. */
final class SaturatedCpus {
    private static final double BUSY_PERCENT = 99;
    private static final double INTERRUPT_PERCENT = 60;
    private static final double TIMES_THE_MEAN = 1.5;

    private SaturatedCpus() {}

    /** Returns a line for each. */
    static List<String> notes(CpuReport report, InterruptReport interrupts) {
        List<String> notes = new ArrayList<>();
        double mean = report.all().percent(CpuMode.HARD) + report.all().percent(CpuMode.SOFT);
        for (int cpu = 0; cpu < report.cpus().size(); cpu++) {
            CpuReport.CpuRow row = report.cpus().get(cpu);
            double busy = 100 - row.percent(CpuMode.IDLE) - row.percent(CpuMode.IOWAIT);
            double hard = row.percent(CpuMode.HARD);
            double soft = row.percent(CpuMode.SOFT);
            if (busy >= BUSY_PERCENT && hard + soft >= Math.max(INTERRUPT_PERCENT, TIMES_THE_MEAN * mean)) {
                notes.add(String.format(
                        Locale.ROOT,
                        "cpu%d is busy %.0f %%, %s: it takes the interrupts of %s",
                        cpu,
                        busy,
                        where(hard, soft),
                        vectors(cpu, interrupts)));
            }
        }
        return notes;
    }

    private static String where(double hard, double soft) {
        return String.format(Locale.ROOT, "%.0f %% in hard interrupt", hard)
                + (soft < 1 ? "" : String.format(Locale.ROOT, " and %.0f %% in softirq", soft));
    }

    private static String vectors(int cpu, InterruptReport interrupts) {
        long vectors = interrupts.vectors().stream()
                .filter(vector -> vector.cpu() == cpu)
                .map(InterruptRow::vector)
                .count();
        return vectors == 1 ? "1 vector" : vectors + " vectors";
    }
}
