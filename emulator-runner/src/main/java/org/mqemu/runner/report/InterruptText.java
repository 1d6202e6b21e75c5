package org.mqemu.runner.report;

/** The tables of interrupts in the normal output. */
final class InterruptText {
    private InterruptText() {}

    static void write(StringBuilder out, InterruptReport report) {
        TextTable vectors = new TextTable("interrupts", "CPU", "count", "completions", "per interrupt");
        for (InterruptRow row : report.vectors()) {
            vectors.row(
                    row.vector(),
                    Integer.toString(row.cpu()),
                    Long.toString(row.interrupts()),
                    Long.toString(row.completions()),
                    Fmt.fixed(row.completionsPerInterrupt(), 2));
        }
        vectors.write(report.vectors().isEmpty() ? out : out.append('\n'));
        TextTable cpus =
                new TextTable("interrupts by CPU", "devices", "LOC", "CAL", "CAL sent", "RES", "BLOCK", "to ksoftirqd");
        for (InterruptReport.CpuRow row : report.cpus()) {
            cpus.row(
                    Integer.toString(row.cpu()),
                    Long.toString(row.devices()),
                    Long.toString(row.timers()),
                    Long.toString(row.calls()),
                    Long.toString(row.callsSent()),
                    Long.toString(row.reschedules()),
                    Long.toString(row.softirqs()),
                    Long.toString(row.handOvers()));
        }
        cpus.write(report.cpus().isEmpty() ? out : out.append('\n'));
    }
}
