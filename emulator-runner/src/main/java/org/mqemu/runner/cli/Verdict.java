package org.mqemu.runner.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.mqemu.api.engine.Lateness;
import org.mqemu.runner.report.ClockReport.WallReport;
import org.mqemu.runner.report.ConservationReport;
import org.mqemu.runner.report.ConservationReport.Books;
import org.mqemu.runner.report.EmulationReport;
import org.mqemu.runner.report.GroupReport;
import org.mqemu.runner.report.JobReport;
import org.mqemu.runner.report.RunReport;

/**
 * What a report says of its run.
 *
 * @param exitCode the exit code
 * @param fioLines what fio prints of jobs that ended in error
 * @param lines what to tell the user, one thing a line
 */
record Verdict(int exitCode, List<String> fioLines, List<String> lines) {

    private static final int FIO_LINES = 10;

    /** Judges a report: an interrupted run counts as that, and a failed one as failed, before all else. */
    static Verdict of(RunReport report) {
        List<String> fioLines = new ArrayList<>();
        List<String> lines = new ArrayList<>();
        conservation(report.emulation().conservation(), lines);
        for (GroupReport group : report.groups()) {
            for (JobReport job : group.jobs()) {
                fioLines.addAll(shortened(job));
                if (job.error().fatal()) {
                    lines.add("job " + job.name() + ": ended in error "
                            + job.error().code() + " (" + job.error().text() + ")");
                }
            }
        }
        boolean failed = !lines.isEmpty();
        boolean untrusted = !report.emulation().trusted();
        if (untrusted && !failed) {
            boolean nothing = report.emulation().notes().contains(EmulationReport.NOTHING_MEASURED);
            lines.add(
                    nothing
                            ? "no I/O ended in the measured time, so the figures say nothing"
                            : lateness(report.emulation().clock().wall()));
        }
        if (report.emulation().partial()) {
            lines.add("interrupted: the report is partial");
            return new Verdict(ExitCode.INTERRUPTED, List.copyOf(fioLines), List.copyOf(lines));
        }
        int code = failed ? ExitCode.FAILED : untrusted ? ExitCode.UNTRUSTED : ExitCode.OK;
        return new Verdict(code, List.copyOf(fioLines), List.copyOf(lines));
    }

    /** The first lines of a job's errors, how many more there are, and the last one, which says how the job ended. */
    private static List<String> shortened(JobReport job) {
        List<String> all = job.error().messages();
        if (all.size() <= FIO_LINES + 1) {
            return all;
        }
        List<String> lines = new ArrayList<>(all.subList(0, FIO_LINES));
        boolean ends = job.error().fatal();
        int total = ends ? all.size() - 1 : all.size();
        lines.add("fio: job " + job.name() + ": " + (total - FIO_LINES) + " more I/O errors follow, " + total
                + " in all");
        if (ends) {
            lines.add(all.get(all.size() - 1));
        }
        return lines;
    }

    private static void conservation(ConservationReport conservation, List<String> lines) {
        conservation.leaks().forEach(leak -> lines.add("leaked: " + leak));
        if (!conservation.total().holds()) {
            lines.add(imbalance("the run", conservation.total()));
        }
        for (ConservationReport.Room room : conservation.rooms()) {
            if (!room.books().holds()) {
                lines.add(imbalance(room.kind() + " " + room.name(), room.books()));
            }
        }
    }

    private static String imbalance(String what, Books books) {
        return what + ": the books do not balance: " + books.submitted() + " submitted, " + books.completed()
                + " completed, " + books.failed() + " failed, " + books.inFlight() + " in flight";
    }

    private static String lateness(@Nullable WallReport wall) {
        if (wall == null) {
            return "the figures are not to be trusted";
        }
        return String.format(
                Locale.ROOT,
                "the real-time clock did not keep its bound, so the figures are not to be trusted: p99 %d ns late"
                        + " (at most %d), %.2f %% inverted (at most %.0f); use a larger --tdf or --clock paced",
                wall.latenessP99Ns(),
                Lateness.TRUSTED_P99_NS,
                wall.inversionPercent(),
                100 * Lateness.TRUSTED_INVERSIONS);
    }
}
