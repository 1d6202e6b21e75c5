package org.mqemu.runner.report;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/**
 * A moment as a report prints it: a date under the clocks that follow the wall, emulated time under the virtual clock,
 * where a date would make two equal runs differ.
 *
 * @param text what stands in fio's place for the date
 * @param epochMs fio's {@code timestamp_ms}: ms since 1970, or emulated ms
 */
public record ReportTime(String text, long epochMs) {
    private static final DateTimeFormatter CTIME =
            DateTimeFormatter.ofPattern("EEE MMM ppd HH:mm:ss yyyy", Locale.ROOT);

    /**
     * A moment of emulated time, such as {@code emulated 0.041 s}.
     *
     * @param ns emulated ns since the start of the run; below 1 ms the text has six decimals, otherwise three
     */
    public static ReportTime emulated(long ns) {
        String seconds = Fmt.fixed(ns / 1e9, ns < 1_000_000 ? 6 : 3);
        return new ReportTime("emulated " + seconds + " s", ns / 1_000_000);
    }

    /** A moment on the wall clock in ctime's layout, such as {@code Mon Nov 30 18:18:52 2026}. */
    public static ReportTime wall(Instant instant, ZoneId zone) {
        return new ReportTime(CTIME.format(instant.atZone(zone)), instant.toEpochMilli());
    }
}
