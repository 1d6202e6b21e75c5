package org.mqemu.runner.report;

import java.util.List;

/** Locks, cache lines, tags and budgets as tables. */
final class ContentionText {
    private ContentionText() {}

    static void write(StringBuilder out, ContentionReport report) {
        TextTable locks = new TextTable("spinlocks", "acquired", "contended", "", "wait ns", "hold ns", "spin");
        for (ContentionReport.LockRow row : report.locks()) {
            locks.row(
                    row.name(),
                    Long.toString(row.acquisitions()),
                    Long.toString(row.contended()),
                    share(row.contended(), row.acquisitions()),
                    Fmt.fixed(row.meanWaitNs(), 1),
                    Fmt.fixed(row.meanHoldNs(), 1),
                    Fmt.fixed(row.spinPercent(), 2) + "%");
        }
        locks.write(report.locks().isEmpty() ? out : out.append('\n'));
        TextTable lines = new TextTable("cache lines", "touches", "transfers", "", "remote", "mean ns");
        for (ContentionReport.LineRow row : report.lines()) {
            lines.row(
                    row.name(),
                    Long.toString(row.touches()),
                    Long.toString(row.transfers()),
                    share(row.transfers(), row.touches()),
                    Long.toString(row.remoteTransfers()),
                    Fmt.fixed(row.meanNs(), 1));
        }
        lines.write(report.lines().isEmpty() ? out : out.append('\n'));
        waits(out, "tags", report.tags());
        waits(out, "budgets", report.budgets());
        TextTable depths = new TextTable("queue depth", "now", "lowest", "most");
        report.depths().stream()
                .filter(ContentionReport.DepthRow::changed)
                .forEach(row -> depths.row(
                        row.name(),
                        Integer.toString(row.now()),
                        Integer.toString(row.lowest()),
                        Integer.toString(row.most())));
        depths.write(report.depths().stream().noneMatch(ContentionReport.DepthRow::changed) ? out : out.append('\n'));
    }

    private static void waits(StringBuilder out, String title, List<ContentionReport.WaitRow> rows) {
        TextTable table = new TextTable(title, "acquired", "waited", "", "wait us");
        for (ContentionReport.WaitRow row : rows) {
            table.row(
                    row.name(),
                    Long.toString(row.acquired()),
                    Long.toString(row.waited()),
                    share(row.waited(), row.acquired()),
                    Fmt.fixed(row.meanWaitNs() / 1e3, 2));
        }
        table.write(rows.isEmpty() ? out : out.append('\n'));
    }

    private static String share(long part, long whole) {
        return Fmt.fixed(whole == 0 ? 0 : 100.0 * part / whole, 1) + "%";
    }
}
