package org.mqemu.runner.figures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mqemu.api.settings.SettingsException;
import org.mqemu.api.stats.CpuMode;
import org.mqemu.runner.report.InterruptReport;
import org.mqemu.runner.report.InterruptRow;
import org.mqemu.runner.report.RunReport;

/** What it costs where the interrupts of an HBA without a cap go; 12 CPUs of one node, 12 threads. */
class InterruptFiguresTest {
    private static final String UNCAPPED = "hpsa-uncapped";
    private static final String ON_CPU0 = "hba.irq-affinity=cpu0";
    private static final String SATURATED =
            "cpu0 is busy 100 %, \\d+ % in hard interrupt.*: it takes the interrupts of ";

    private static RunReport run(String scenario, String... sets) {
        RunReport report = Runs.virtual(1, scenario, sets);
        assertThat(report.emulation().conservation().holds()).isTrue();
        return report;
    }

    private static List<InterruptRow> vectors(RunReport report) {
        return report.emulation().interrupts().vectors();
    }

    private static long calls(RunReport report) {
        return report.emulation().interrupts().cpus().stream()
                .mapToLong(InterruptReport.CpuRow::calls)
                .sum();
    }

    private static double perInterrupt(RunReport report) {
        long replies =
                vectors(report).stream().mapToLong(InterruptRow::completions).sum();
        return (double) replies
                / vectors(report).stream().mapToLong(InterruptRow::interrupts).sum();
    }

    /** The IPIs cost a few percent; with all vectors on one CPU that CPU has no time left, and the report says so. */
    @Test
    void shouldPayForVectorsOnOtherCpus() {
        RunReport own = run(UNCAPPED);
        RunReport next = run("hpsa-vectors-next-cpu");
        RunReport single = run(UNCAPPED, "hba.vectors=1");
        RunReport cpu0 = run("hpsa-vectors-cpu0");

        assertThat(Runs.kiops(next) / Runs.kiops(own)).isBetween(0.90, 0.98);
        assertThat(Runs.kiops(single) / Runs.kiops(own)).isBetween(0.90, 0.99);
        assertThat(Runs.kiops(cpu0) / Runs.kiops(own)).isBetween(0.85, 0.98);
        assertThat(vectors(next)).extracting(InterruptRow::cpu).containsExactly(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 0);
        assertThat(calls(next)).isGreaterThan(2 * calls(own));
        assertThat(vectors(single))
                .singleElement()
                .satisfies(row -> assertThat(row.cpu()).isZero());
        assertThat(cpu0.emulation().interrupts().cpus())
                .allSatisfy(row -> assertThat(row.devices() > 0).isEqualTo(row.cpu() == 0));
        assertThat(cpu0.emulation().notes()).anyMatch(note -> note.matches(SATURATED + "12 vectors"));
        assertThat(single.emulation().notes()).anyMatch(note -> note.matches(SATURATED + "1 vector"));
        assertThat(own.emulation().notes()).noneMatch(note -> note.contains("it takes the interrupts of"));
        assertThat(next.emulation().notes()).noneMatch(note -> note.contains("it takes the interrupts of"));
    }

    /** Legacy, rq_affinity 0: one CPU ends every request in softirq, which has no end; ksoftirqd takes over. */
    @Test
    void shouldLeaveAnEndlessSoftirqToKsoftirqd() {
        RunReport report =
                run("hpsa-one-volume", "stack=legacy", ON_CPU0, "queue.rq-affinity=0", "run.half-width=0.05");

        InterruptReport.CpuRow cpu0 = report.emulation().interrupts().cpus().get(0);
        assertThat(cpu0.handOvers()).isBetween(1L, cpu0.softirqs());
        assertThat(report.emulation().interrupts().cpus().subList(1, 12))
                .allSatisfy(row -> assertThat(row.softirqs() + row.calls()).isZero());
        assertThat(report.emulation().notes()).anyMatch(note -> note.matches(SATURATED + "12 vectors"));
    }

    /** Every CPU is busy with softirqs of its own: no affinity is to blame. */
    @Test
    void shouldNameNoCpuIfAllHaveAsManyInterrupts() {
        RunReport report = run("hpsa-one-volume", "stack=legacy", "run.half-width=0.05");

        assertThat(Runs.percent(report, CpuMode.SOFT)).isGreaterThan(55);
        assertThat(report.emulation().notes()).noneMatch(note -> note.contains("it takes the interrupts of"));
    }

    @Test
    void shouldAnnounceMoreRepliesAtOnceIfTheHbaHoldsInterruptsBack() {
        RunReport eager = run(UNCAPPED, "run.half-width=0.05");
        RunReport held = run(UNCAPPED, "run.half-width=0.05", "hba.coalesce-count=8", "hba.coalesce-ns=20000");

        assertThat(perInterrupt(held)).isGreaterThan(2 * perInterrupt(eager));
        assertThat(perInterrupt(held)).isGreaterThan(2).isLessThan(16);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "hba.vectors=13 | hba.vectors",
                "hba.coalesce-count=8 | would wait for ever",
                "hba.irq-affinity=explicit | there can be 1 to 12 vectors",
                "hba.vector-cpus=[\"0\"] | the rule of hba.irq-affinity decides that",
                "hba.node=1 | hba.node"
            })
    void shouldRefuseVectorsThatCanNotBe(String set, String message) {
        assertThatThrownBy(() -> Runs.scenario(UNCAPPED, set))
                .isInstanceOf(SettingsException.class)
                .hasMessageContaining(message);
    }

    @Test
    void shouldRefuseListsThatDoNotMatchTheirNumber() {
        assertThatThrownBy(() -> Runs.scenario("hpsa-vectors-next-cpu", "hba.vectors=3"))
                .isInstanceOf(SettingsException.class)
                .hasMessageContaining("3 vectors, but 12 lists");
        assertThatThrownBy(() ->
                        Runs.scenario(UNCAPPED, "hba.irq-affinity=explicit", "hba.vector-cpus=[\"0-5\", \"5-11\"]"))
                .hasMessageContaining("CPU 5 has 2 vectors");
    }
}
