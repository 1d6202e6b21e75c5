package org.mqemu.runner.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The recorded runs under other schedulers, settings and loads: what must hold of every block trace holds of theirs. */
class VariationsTest {
    @TempDir
    Path directory;

    private static final List<String> BASES =
            List.of("seqread-b1-none", "tags4-randread-none", "budget-seq-qd4-none", "order-rand-qd1-none");

    /** All of them, instead of every eighth, with {@code -Dmqemu.conformance.share=1}. */
    private static final int SHARE = Integer.getInteger("mqemu.conformance.share", 8);

    private static final String[][] CHANGES = {
        {},
        {"iodepth_batch", "2"},
        {"iodepth_batch", "8", "iodepth_batch_complete_min", "4"},
        {"iodepth_batch", "48", "iodepth", "64"},
        {"rw", "write", "iodepth_batch", "8"},
        {"rw", "randwrite"},
        {"rw", "randrw", "iodepth_batch", "16", "iodepth", "32"},
        {"rw", "rw", "bs", "64k", "iodepth_batch", "8", "iodepth", "16"},
        {"bs", "1m", "iodepth_batch", "4", "iodepth", "8", "number_ios", "64"},
        {"bs", "512", "rw", "readwrite", "iodepth_batch", "16"},
        {"nomerges", "1", "iodepth_batch", "8"},
        {"nomerges", "2", "rw", "write", "iodepth_batch", "8"},
        {"rq_affinity", "2", "numjobs", "4", "offset_increment", "64m"},
        {"rq_affinity", "0", "numjobs", "6", "offset_increment", "64m", "iodepth_batch", "4"},
        {"module.submit_queues", "4", "numjobs", "4", "offset_increment", "64m", "iodepth_batch", "8"},
        {"module.submit_queues", "3", "module.shared_tag_bitmap", "true", "numjobs", "3", "offset_increment", "64m"},
        {"module.irqmode", "0", "numjobs", "4", "offset_increment", "64m"},
        {"module.irqmode", "1", "rw", "randrw", "iodepth_batch", "8", "numjobs", "5", "offset_increment", "64m"},
        {"module.hw_queue_depth", "1", "iodepth_batch", "8"},
        {"module.use_per_node_hctx", "true", "rw", "rw", "numjobs", "4", "iodepth_batch", "4", "offset_increment", "64m"
        },
        {
            "module.poll_queues",
            "0",
            "module.submit_queues",
            "2",
            "numjobs",
            "8",
            "iodepth_batch",
            "3",
            "offset_increment",
            "64m"
        },
        {"ioengine", "psync", "iodepth", "1", "rw", "randrw"},
        {"module.max_queue", "4", "queue_depth", "64", "numjobs", "3", "iodepth_batch", "8", "offset_increment", "64m"},
        {"module.max_queue", "2", "queue_depth", "1", "iodepth_batch", "8", "rw", "write"},
        {"module.ndelay", "0", "numjobs", "4", "iodepth_batch", "8", "offset_increment", "64m"},
        {"module.submit_queues", "4", "queue_depth", "2", "numjobs", "4", "rw", "write", "offset_increment", "64m"},
        {"max_sectors_kb", "16", "bs", "64k", "iodepth_batch", "4"},
    };

    /** Every eighth of all combinations, in turn, and all with shared tags, which once stalled. */
    static List<KernelRun> runs() {
        List<KernelRun> runs = new ArrayList<>();
        int place = 0;
        for (String base : BASES) {
            for (String scheduler : List.of("none", "mq-deadline", "kyber", "bfq")) {
                for (String[] change : CHANGES) {
                    boolean shared = List.of(change).contains("module.shared_tag_bitmap");
                    if (shared || place++ % SHARE == 0) {
                        runs.add(changed(KernelRun.named(base).under(scheduler), change));
                    }
                }
            }
        }
        return runs;
    }

    private static KernelRun changed(KernelRun run, String... change) {
        KernelRun changed = run.with("number_ios", "300");
        for (int i = 0; i < change.length; i += 2) {
            changed = changed.with(change[i], change[i + 1]);
        }
        return changed;
    }

    @ParameterizedTest
    @MethodSource("runs")
    void shouldKeepTheLawsOfBlockTraces(KernelRun run) {
        Emulated emulated = Emulated.run(run, directory);
        TraceFigures figures = emulated.figures();
        boolean scheduled = !run.scheduler().equals("none");

        assertThat(emulated.report().emulation().conservation().holds()).isTrue();
        assertThat(emulated.quiet()).isTrue();
        int merges = figures.count("M") + figures.count("F");
        assertThat(figures.count("Q") + figures.count("X")).isEqualTo(merges + figures.count("D") - figures.count("R"));
        assertThat(figures.count("C")).isEqualTo(figures.count("D") - figures.count("R"));
        assertThat(figures.count("P")).isGreaterThanOrEqualTo(figures.count("U"));
        assertThat(figures.lives().keySet())
                .allMatch(life -> life.matches(scheduled ? "(Q?X?)GIDC" : "(Q?X?)GI?DC"), "is a life of a request");
    }
}
