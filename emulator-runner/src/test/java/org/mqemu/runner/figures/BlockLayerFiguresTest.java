package org.mqemu.runner.figures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Comparator;
import org.junit.jupiter.api.Test;
import org.mqemu.runner.report.ContentionReport;
import org.mqemu.runner.report.RunReport;

/** What the block layer alone makes of a device that is no limit, on two nodes under Linux 6.1. */
class BlockLayerFiguresTest {
    private static final String QUICK = "run.half-width=0.02";

    /** One hardware queue's tags are too few and are torn between the nodes; one a node, and one a CPU, are better. */
    @Test
    void shouldGainFromAHardwareQueueForEachNodeAndMoreFromOneForEachCpu() {
        double one = nullBlk(1, 12);
        double two = nullBlk(2, 12);

        assertThat(two / one).isGreaterThan(1.4);
        assertThat(nullBlk(2, 24) / nullBlk(1, 24)).isGreaterThan(two / one);
        assertThat(nullBlk(48, 12)).isGreaterThan(two);
    }

    private static double nullBlk(int queues, int threads) {
        return Runs.kiops(run("null-blk", "driver.submit_queues=" + queues, "fio.numjobs=" + threads));
    }

    /** What spreads the CPUs may be written down: a queue a node is a queue a node. */
    @Test
    void shouldMapHardwareQueuesAsTheScenarioSays() {
        double spread = nullBlk(2, 12);
        double written = Runs.kiops(run(
                "null-blk",
                "machine.interleaved-cpus=false",
                "driver.cpu_lists=[\"0-23\", \"24-47\"]",
                "fio.numjobs=12",
                "fio.cpus_allowed=0-5,24-29"));

        assertThat(written).isBetween(0.95 * spread, 1.05 * spread);
        assertThatThrownBy(() -> run("null-blk", "driver.cpu_lists=[\"0-23\", \"20-47\"]"))
                .hasMessageContaining("driver.cpu_lists: CPU 20 has two hardware queues");
    }

    /** none takes no lock, kyber one a CPU, mq-deadline and bfq one for all, which bfq holds longest. */
    @Test
    void shouldOrderTheSchedulersByTheLockThatTheyTake() {
        RunReport none = scheduler("none");
        RunReport kyber = scheduler("kyber");
        RunReport deadline = scheduler("mq-deadline");
        RunReport bfq = scheduler("bfq");

        assertThat(Runs.kiops(kyber)).isGreaterThan(0.7 * Runs.kiops(none));
        assertThat(Runs.kiops(deadline)).isLessThan(0.5 * Runs.kiops(kyber));
        assertThat(Runs.kiops(bfq)).isLessThan(0.8 * Runs.kiops(deadline));
        assertThat(mostWaitedFor(deadline).name()).isEqualTo("nullb0.mq-deadline.lock");
        assertThat(mostWaitedFor(bfq).name()).isEqualTo("nullb0.bfq.lock");
        assertThat(mostWaitedFor(bfq).spinPercent()).isGreaterThan(10);
        assertThat(none.emulation().contention().locks()).isEmpty();
    }

    private static RunReport scheduler(String name) {
        return run("schedulers", "queue.scheduler=" + name);
    }

    private static ContentionReport.LockRow mostWaitedFor(RunReport report) {
        return report.emulation().contention().locks().stream()
                .max(Comparator.comparingDouble(ContentionReport.LockRow::spinPercent))
                .orElseThrow();
    }

    /** Nothing is lost when an administrator changes schedulers and sizes while I/O runs. */
    @Test
    void shouldKeepEveryRequestThroughTheChangesOfATimeline() {
        RunReport report = run(
                "schedulers",
                "timeline=[\"at 1ms set nullb0.queue.scheduler = bfq\","
                        + " \"at 2ms set nullb0.queue.nr_requests = 64\","
                        + " \"at 3ms set nullb0.queue.scheduler = kyber\","
                        + " \"at 4ms set nullb0.queue.rq_affinity = 2\","
                        + " \"at 5ms set nullb0.queue.scheduler = mq-deadline\","
                        + " \"at 6ms set nullb0.queue.iosched.fifo_batch = 1\","
                        + " \"at 7ms set nullb0.queue.scheduler = none\"]");

        assertThat(report.emulation().conservation().holds()).isTrue();
    }

    private static RunReport run(String scenario, String... sets) {
        String[] all = new String[sets.length + 1];
        System.arraycopy(sets, 0, all, 0, sets.length);
        all[sets.length] = QUICK;
        RunReport report = Runs.virtual(1, scenario, all);
        assertThat(report.emulation().conservation().holds()).isTrue();
        return report;
    }
}
