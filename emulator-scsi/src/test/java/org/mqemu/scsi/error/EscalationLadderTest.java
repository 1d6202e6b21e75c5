package org.mqemu.scsi.error;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.mqemu.api.hardware.TaskKind;
import org.mqemu.scsi.error.EhTodo.Kind;

class EscalationLadderTest {
    private final List<String> steps = new ArrayList<>();
    private final List<String> said = new ArrayList<>();
    private long nowNs;

    private static final class Command implements EhCommand {
        private final int device;
        private final int target;
        private final int channel;
        private final boolean timedOut;
        private boolean online = true;
        private int recovered;

        Command(int device, int target, int channel, boolean timedOut) {
            this.device = device;
            this.target = target;
            this.channel = channel;
            this.timedOut = timedOut;
        }

        @Override
        public int device() {
            return device;
        }

        @Override
        public int target() {
            return target;
        }

        @Override
        public int channel() {
            return channel;
        }

        @Override
        public boolean online() {
            return online;
        }

        @Override
        public boolean timedOut() {
            return timedOut;
        }

        @Override
        public void recovered(long atNs) {
            recovered++;
        }

        @Override
        public void goesOffline(long atNs) {
            online = false;
        }
    }

    private static Command on(int device) {
        return new Command(device, device, 0, true);
    }

    private static EhRules rules(boolean aborts, boolean settles) {
        return new EhRules(aborts, settles, "scsi_eh_0");
    }

    /** Climbs the ladder; a step takes a second. */
    private List<EhCommand> climb(
            List<Command> commands,
            EhRules rules,
            EhDeadline deadline,
            Function<EhTodo, Boolean> handlers,
            Function<EhTodo, Disposition> tests) {
        EscalationLadder ladder =
                new EscalationLadder(commands, rules, deadline, (level, about, command, text) -> said.add(text));
        for (EhTodo todo = ladder.next(nowNs); todo.kind() != Kind.OVER; todo = ladder.next(nowNs)) {
            String of = todo.command() == null ? "" : " " + todo.command().device();
            nowNs += 1_000_000_000L;
            switch (todo.kind()) {
                case HANDLER -> {
                    steps.add(todo.handler() + of);
                    ladder.handled(handlers.apply(todo));
                }
                case END_TEST -> {
                    steps.add("end by " + todo.handler() + of);
                    ladder.handled(handlers.apply(todo));
                }
                case TEST -> {
                    steps.add("test" + of);
                    ladder.tested(tests.apply(todo), nowNs);
                }
                case SETTLE -> {
                    steps.add("settle " + todo.waitNs() / 1_000_000_000L);
                    nowNs += todo.waitNs();
                }
                case OVER -> {}
            }
        }
        return ladder.done();
    }

    private static EhDeadline none() {
        return new EhDeadline(EhDeadline.OFF);
    }

    @Test
    void shouldResetEachLunInTheOrderOfTheDevicesAndTestItRightAfter() {
        List<Command> commands = List.of(on(2), on(0), on(2));
        List<EhCommand> done = climb(commands, rules(false, true), none(), todo -> true, todo -> Disposition.SUCCESS);
        assertThat(steps).containsExactly("LUN_RESET 0", "test 0", "LUN_RESET 2", "test 2");
        assertThat(done).containsExactly(commands.get(1), commands.get(0), commands.get(2));
        assertThat(commands).allMatch(command -> command.online && command.recovered == 1);
    }

    @Test
    void shouldAbortFirstWhereOldKernelsDid() {
        List<Command> commands = List.of(on(0), on(1), new Command(1, 1, 0, false));
        climb(commands, rules(true, true), none(), todo -> true, todo -> Disposition.SUCCESS);
        assertThat(steps).containsExactly("ABORT_TASK 0", "ABORT_TASK 1", "test 0", "test 1", "LUN_RESET 1", "test 1");
    }

    @Test
    void shouldStopAbortingAtTheFirstThatCanNotBe() {
        climb(
                List.of(on(0), on(1), on(2)),
                rules(true, true),
                none(),
                todo -> todo.handler() != TaskKind.ABORT_TASK || todo.command().device() == 0,
                todo -> Disposition.SUCCESS);
        assertThat(steps)
                .containsExactly(
                        "ABORT_TASK 0",
                        "ABORT_TASK 1",
                        "LUN_RESET 0",
                        "test 0",
                        "LUN_RESET 1",
                        "test 1",
                        "LUN_RESET 2",
                        "test 2");
    }

    @Test
    void shouldClimbFromRungToRungAndTakeOfflineWhatNothingHelps() {
        List<Command> commands = List.of(new Command(0, 4, 0, true), new Command(1, 4, 1, true));
        List<EhCommand> done = climb(commands, rules(false, true), none(), todo -> false, todo -> Disposition.SUCCESS);
        assertThat(steps)
                .containsExactly(
                        "LUN_RESET 0", "LUN_RESET 1", "TARGET_RESET 0", "BUS_RESET 0", "BUS_RESET 1", "HOST_RESET 0");
        assertThat(done).containsExactlyElementsOf(commands);
        assertThat(commands).noneMatch(command -> command.online);
        assertThat(said)
                .contains(
                        "scsi_eh_0: Sending BDR",
                        "scsi_eh_0: BDR failed",
                        "scsi_eh_0: Sending target reset to target 4",
                        "scsi_eh_0: Target reset failed target: 4",
                        "scsi_eh_0: Sending BRST chan: 1",
                        "scsi_eh_0: BRST failed chan: 1",
                        "scsi_eh_0: Sending HRST",
                        "scsi_eh_0: HRST failed");
    }

    @Test
    void shouldTestTwiceWhoSaysThatItIsNotReadyYetAndThenBelieveIt() {
        climb(List.of(on(0)), rules(false, true), none(), todo -> true, todo -> Disposition.NEEDS_RETRY);
        assertThat(steps).containsExactly("LUN_RESET 0", "test 0", "test 0");
    }

    @Test
    void shouldLetBusAndHostSettleBeforeItTests() {
        climb(
                List.of(on(0)),
                rules(false, true),
                none(),
                todo -> todo.handler() == TaskKind.BUS_RESET || todo.handler() == TaskKind.HOST_RESET,
                todo -> steps.contains("HOST_RESET 0") ? Disposition.SUCCESS : Disposition.FAILED);
        assertThat(steps)
                .containsExactly(
                        "LUN_RESET 0",
                        "TARGET_RESET 0",
                        "BUS_RESET 0",
                        "settle 10",
                        "test 0",
                        "HOST_RESET 0",
                        "settle 10",
                        "test 0");
    }

    @Test
    void shouldEndATestWithoutAnswerByTheSmallestMeansThatWorks() {
        climb(
                List.of(on(0)),
                rules(false, false),
                none(),
                todo -> todo.kind() == Kind.HANDLER || todo.handler() == TaskKind.TARGET_RESET,
                todo -> steps.contains("TARGET_RESET 0") ? Disposition.SUCCESS : null);
        assertThat(steps)
                .containsExactly(
                        "LUN_RESET 0",
                        "test 0",
                        "end by ABORT_TASK 0",
                        "end by LUN_RESET 0",
                        "end by TARGET_RESET 0",
                        "TARGET_RESET 0",
                        "test 0");
    }

    @Test
    void shouldTryNothingButTheHostResetPastTheDeadline() {
        EhDeadline deadline = new EhDeadline(1_500_000_000L);
        deadline.begin(0);
        climb(
                List.of(on(0), on(1), on(2)),
                rules(false, false),
                deadline,
                todo -> todo.handler() == TaskKind.HOST_RESET,
                todo -> Disposition.SUCCESS);
        assertThat(steps).containsExactly("LUN_RESET 0", "LUN_RESET 1", "HOST_RESET 0", "test 0", "test 1", "test 2");
        assertThat(said).contains("scsi_eh_0: skip BDR, past eh deadline");
    }

    /** Whatever helps: each command is done with once, and its device is offline if and only if nothing helped. */
    @Property(tries = 1000)
    void shouldBeDoneWithEachCommandOnce(@ForAll Random random) {
        List<Command> commands = new ArrayList<>();
        for (int i = 1 + random.nextInt(6); i > 0; i--) {
            int device = random.nextInt(4);
            commands.add(new Command(device, device / 2, device / 3, random.nextBoolean()));
        }
        EhDeadline deadline = random.nextBoolean() ? none() : new EhDeadline(random.nextInt(20) * 1_000_000_000L);
        deadline.begin(0);
        int helpful = random.nextInt(100);
        int answering = random.nextInt(100);
        EscalationLadderTest climber = new EscalationLadderTest();
        Set<Integer> ready = new HashSet<>();
        List<EhCommand> done = climber.climb(
                commands,
                rules(random.nextBoolean(), random.nextBoolean()),
                deadline,
                todo -> random.nextInt(100) < helpful,
                todo -> {
                    if (random.nextInt(100) >= answering) {
                        return random.nextBoolean() ? null : Disposition.FAILED;
                    }
                    ready.add(todo.command().device());
                    return Disposition.SUCCESS;
                });
        assertThat(done).containsExactlyInAnyOrderElementsOf(commands);
        for (Command command : commands) {
            if (!ready.contains(command.device)) {
                assertThat(command.online).isFalse();
            }
            assertThat(command.recovered).isLessThanOrEqualTo(1);
        }
    }
}
