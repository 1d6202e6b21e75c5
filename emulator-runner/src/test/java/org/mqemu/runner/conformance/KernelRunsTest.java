package org.mqemu.runner.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Each recorded run, emulated: what does not depend on timing is the same to the event, the rest of the same kind.
 *
 * <p>The runs that inject errors have tests of their own.
 */
class KernelRunsTest {
    /** Merging, and the order of requests, depend on how fast the machine is and on what is random. */
    private static final Set<String> TIMED = Set.of("budget", "order", "seqread-b1-mq-deadline");

    @TempDir
    Path directory;

    private static List<KernelRun> runs() {
        return KernelRun.all().stream()
                .filter(run -> !run.name().startsWith("eh-"))
                .toList();
    }

    static List<KernelRun> exactRuns() {
        return runs().stream().filter(run -> !isTimed(run)).toList();
    }

    static List<KernelRun> timedRuns() {
        return runs().stream().filter(KernelRunsTest::isTimed).toList();
    }

    private static boolean isTimed(KernelRun run) {
        return TIMED.stream().anyMatch(run.name()::startsWith);
    }

    private TraceFigures emulated(KernelRun run) {
        Emulated emulated = Emulated.run(run, directory);
        assertThat(emulated.report().emulation().conservation().holds()).isTrue();
        assertThat(emulated.quiet()).isTrue();
        return emulated.figures();
    }

    @ParameterizedTest
    @MethodSource("exactRuns")
    void shouldDoWhatTheKernelDidToTheEvent(KernelRun run) {
        TraceFigures ours = emulated(run);

        assertThat(ours.events()).isEqualTo(run.figures().events());
        assertThat(ours.pages()).isEqualTo(run.figures().pages());
        assertThat(ours.lives()).isEqualTo(apart(run.figures().lives()));
        assertThat(ours.completedWhereDispatched()).isEqualTo(ours.completed());
    }

    /** Two jobs once read the same sector at the same time, which the recording took for one life. */
    private static Map<String, Integer> apart(Map<String, Integer> lives) {
        Map<String, Integer> apart = new TreeMap<>(lives);
        Integer pairs = apart.remove("QGDQGDC");
        if (pairs != null) {
            apart.merge("QGDC", 2 * pairs, Integer::sum);
        }
        return apart;
    }

    @ParameterizedTest
    @MethodSource("timedRuns")
    void shouldLeadRequestsThroughTheSameKindsOfLives(KernelRun run) {
        TraceFigures ours = emulated(run);

        assertThat(ours.count("Q")).isEqualTo(run.figures().count("Q"));
        assertThat(ours.lives().keySet()).isEqualTo(run.figures().lives().keySet());
        assertThat(ours.events().containsKey("P"))
                .isEqualTo(run.figures().events().containsKey("P"));
        assertThat(ours.count("U")).isEqualTo(run.figures().count("U") == 0 ? 0 : ours.count("P"));
        assertThat(ours.completedWhereDispatched()).isEqualTo(ours.completed());
    }

    /** Recorded: 17.8, 4.6 and 1.5 pages a request. */
    @Test
    void shouldMergeTheLessTheMoreOfItTheDeviceTakesAtOnce() {
        for (String depth : List.of("4", "16", "64")) {
            KernelRun run = KernelRun.named("budget-seq-qd" + depth + "-none");
            double recorded = run.figures().meanPages();

            assertThat(emulated(run).meanPages()).as("queue_depth " + depth).isCloseTo(recorded, within(recorded / 4));
        }
        KernelRun unlimited = KernelRun.named("budget-seq-qd64-none").with("queue_depth", "192");
        assertThat(emulated(unlimited).meanPages()).isEqualTo(1);
    }

    /** What waits for budget, and what waits for a worker on another CPU. */
    @ParameterizedTest
    @ValueSource(strings = {"budget-seq-qd16-mq-deadline", "seqread-b1-mq-deadline"})
    void shouldMergeUnderASchedulerWhatWaits(String name) {
        KernelRun run = KernelRun.named(name);
        double recorded = run.figures().meanPages();

        assertThat(emulated(run).meanPages()).isCloseTo(recorded, within(recorded / 4));
    }

    /** Every hundredth command is ignored: it times out after 3 s, is aborted, given back and issued again. */
    @Test
    void shouldIssueAgainWhatHasTimedOut() {
        KernelRun run = KernelRun.named("eh-timeout");
        TraceFigures ours = emulated(run);
        assertThat(ours.events()).isEqualTo(run.figures().events());
        assertThat(ours.pages()).isEqualTo(run.figures().pages());
        assertThat(ours.lives()).isEqualTo(run.figures().lives());
    }

    /** Its opts are not what its name says (0x1000: no write cache), so nothing happens; one request waited by chance. */
    @Test
    void shouldGiveNothingBackWithoutATaskSetThatIsFull() {
        KernelRun run = KernelRun.named("eh-tasksetfull");
        TraceFigures ours = emulated(run);
        for (String letter : List.of("Q", "G", "D", "C", "R")) {
            assertThat(ours.count(letter)).as(letter).isEqualTo(run.figures().count(letter));
        }
        assertThat(run.figures().lives().keySet()).containsAll(ours.lives().keySet());
    }
}
