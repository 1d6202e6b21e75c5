package org.mqemu.runner.cli;

import java.util.Locale;
import org.mqemu.runner.run.RunProgress;

/** The line that shows how far a run is. */
final class ProgressText {

    private static final double NS_PER_S = 1e9;
    private static final long SHOWN_AS_IS = 10_000;
    private static final long LONGEST_S = 100 * 3600;

    private ProgressText() {}

    /**
     * The line, such as {@code [real-time] emulated 0.012 s  979K IOPS  eta 00:07}.
     *
     * @param clock the clock's name
     * @param before where the run was at the last line: the rate is that since then
     * @param now where it is
     * @param wallNs how long it has been going on, in wall nanoseconds
     */
    static String line(String clock, RunProgress before, RunProgress now, long wallNs) {
        String group = now.groups() > 1 ? "  group " + now.group() + "/" + now.groups() : "";
        return String.format(
                Locale.ROOT,
                "[%s] emulated %.3f s  %s IOPS%s  eta %s",
                clock,
                now.emulatedNs() / NS_PER_S,
                rate(before, now),
                group,
                eta(now, wallNs));
    }

    private static String rate(RunProgress before, RunProgress now) {
        long ns = now.emulatedNs() - before.emulatedNs();
        if (ns <= 0) {
            return "--";
        }
        long iops = Math.round((now.completions() - before.completions()) * NS_PER_S / ns);
        if (iops < SHOWN_AS_IS) {
            return Long.toString(iops);
        }
        return iops < 1_000_000 ? Math.round(iops / 1e3) + "K" : String.format(Locale.ROOT, "%.2fM", iops / 1e6);
    }

    /** At most how long the wall clock will still run; unknown while later groups, whose lengths are not known, wait. */
    static String eta(RunProgress now, long wallNs) {
        boolean known = now.group() == now.groups() && now.groupLimitNs() != Long.MAX_VALUE && now.emulatedNs() > 0;
        if (!known) {
            return "--:--";
        }
        double leftNs = Math.max(0.0, (double) now.groupStartNs() + now.groupLimitNs() - now.emulatedNs());
        double seconds = Math.ceil(leftNs * wallNs / now.emulatedNs() / NS_PER_S);
        if (seconds >= LONGEST_S) {
            return "--:--";
        }
        long s = (long) seconds;
        return s < 3600
                ? String.format(Locale.ROOT, "%02d:%02d", s / 60, s % 60)
                : String.format(Locale.ROOT, "%d:%02d:%02d", s / 3600, s / 60 % 60, s % 60);
    }
}
