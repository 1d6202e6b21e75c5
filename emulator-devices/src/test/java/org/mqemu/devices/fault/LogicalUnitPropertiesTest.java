package org.mqemu.devices.fault;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import org.jspecify.annotations.Nullable;
import org.mqemu.api.engine.ClockSettings;
import org.mqemu.api.engine.Emulation;
import org.mqemu.api.hardware.BlockTarget;
import org.mqemu.api.hardware.Op;
import org.mqemu.api.hardware.TaskKind;
import org.mqemu.devices.support.Member;
import org.mqemu.devices.support.Script;

/** All times are even but those of tasks, so that what a task ends and what was answered before it can be told. */
class LogicalUnitPropertiesTest {
    private static final long END_NS = 1_000_000;
    private static final int TASKS_FROM = 1_000;

    record Command(long atNs, Op op, long sector) {}

    record Task(long atNs, TaskKind kind, int victim) {}

    record Play(int queueLimit, List<FaultRule> rules, List<Command> commands, List<Task> tasks, long seed) {}

    record Outcome(List<String> log, LogicalUnitStatistics books, List<FaultStatistics> faults) {}

    @Property(tries = 25)
    void shouldAnswerEachCommandOnceUnlessItIsSwallowedEndedOrHeld(@ForAll("plays") Play play) {
        Outcome outcome = run(play);
        TreeMap<Integer, Long> answers = new TreeMap<>();
        for (String line : outcome.log()) {
            int token = Integer.parseInt(line.substring(0, line.indexOf(' ')));
            assertThat(answers.put(token, Long.parseLong(line.substring(line.indexOf('@') + 1))))
                    .as(line)
                    .isNull();
        }
        LogicalUnitStatistics books = outcome.books();
        int answered = answers.headMap(TASKS_FROM).size();
        assertThat(books.taken()).isEqualTo(play.commands().size());
        assertThat(books.answered()).isEqualTo(answered);
        assertThat(books.taken()).isEqualTo(answered + books.ended() + books.swallowed() + books.held());
        assertThat(books.swallowed())
                .isEqualTo(outcome.faults().stream()
                        .filter(f -> f.kind() == FaultKind.TIMEOUT)
                        .mapToLong(FaultStatistics::struck)
                        .sum());
        if (play.tasks().isEmpty()) {
            assertThat(books.ended()).isZero();
        }
        if (play.rules().stream().noneMatch(r -> r.kind() == FaultKind.HANG && r.forNs() == FaultRule.FOREVER)) {
            assertThat(books.held()).isZero();
        }
        for (Task task : play.tasks()) {
            for (int token = 0; token < play.commands().size(); token++) {
                @Nullable Long answerNs = answers.get(token);
                boolean meant = task.kind() != TaskKind.ABORT_TASK || task.victim() == token;
                if (meant && answerNs != null && play.commands().get(token).atNs() < task.atNs()) {
                    assertThat(answerNs).as("%s and command %d", task, token).isLessThan(task.atNs());
                }
            }
        }
    }

    @Property(tries = 5)
    void shouldDoTheSameForTheSameSeed(@ForAll("plays") Play play) {
        assertThat(run(play)).isEqualTo(run(play));
    }

    private static Outcome run(Play play) {
        Emulation emulation = new Emulation(play.seed(), ClockSettings.VIRTUAL);
        Member drive = emulation.add("drive", new Member(100));
        LogicalUnit unit =
                emulation.add("sda", new LogicalUnit(drive.ref(BlockTarget.class), play.queueLimit(), play.rules()));
        Script script = emulation.add("host", new Script(unit.ref(BlockTarget.class), END_NS));
        for (int token = 0; token < play.commands().size(); token++) {
            Command command = play.commands().get(token);
            script.at(command.atNs(), token, command.op(), command.sector(), command.op() == Op.FLUSH ? 0 : 8);
        }
        for (int i = 0; i < play.tasks().size(); i++) {
            Task task = play.tasks().get(i);
            script.task(task.atNs(), TASKS_FROM + i, task.kind(), task.victim());
        }
        assertThat(emulation.run().leftOver()).isEmpty();
        return new Outcome(new ArrayList<>(script.log()), unit.statistics(), unit.faults());
    }

    @Provide
    Arbitrary<Play> plays() {
        return Combinators.combine(
                        Arbitraries.of(0, 0, 1, 4),
                        rules().list().ofMaxSize(5),
                        commands().list().ofMaxSize(60),
                        tasks().list().ofMaxSize(6),
                        Arbitraries.longs())
                .as(Play::new);
    }

    private static Arbitrary<FaultRule> rules() {
        return Combinators.combine(
                        Arbitraries.of(FaultKind.class).filter(FaultKind::ofDevices), triggers(), durations())
                .as((kind, trigger, forNs) -> new FaultRule("", kind, trigger, forNs, 3));
    }

    private static Arbitrary<Long> durations() {
        return Arbitraries.frequencyOf(
                Tuple.of(5, times().map(t -> t + 2)), Tuple.of(1, Arbitraries.just(FaultRule.FOREVER)));
    }

    private static Arbitrary<FaultTrigger> triggers() {
        return Combinators.combine(
                        times(),
                        Arbitraries.of(0L, 0L, 1L, 2L, 5L),
                        Arbitraries.of(0.0, 0.0, 0.3),
                        Arbitraries.of(-1L, -1L, 0L, 50L),
                        Arbitraries.of(0L, 1L, 3L))
                .as((fromNs, every, probability, first, count) -> new FaultTrigger(
                        fromNs,
                        FaultRule.FOREVER,
                        every,
                        probability,
                        first,
                        first < 0 ? -1 : first + 30,
                        null,
                        count));
    }

    private static Arbitrary<Command> commands() {
        return Combinators.combine(
                        times(), Arbitraries.of(Op.class), Arbitraries.longs().between(0, 100))
                .as(Command::new);
    }

    private static Arbitrary<Task> tasks() {
        return Combinators.combine(
                        times().map(t -> t + 1),
                        Arbitraries.of(TaskKind.ABORT_TASK, TaskKind.LUN_RESET, TaskKind.BUS_RESET),
                        Arbitraries.integers().between(0, 59))
                .as(Task::new);
    }

    private static Arbitrary<Long> times() {
        return Arbitraries.longs().between(0, 1_000).map(t -> t * 2);
    }
}
