package org.mqemu.devices.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.mqemu.devices.fault.FaultTrigger.ALWAYS;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.mqemu.api.engine.ClockSettings;
import org.mqemu.api.engine.Emulation;
import org.mqemu.api.engine.EmulationFailure;
import org.mqemu.api.hardware.BlockTarget;
import org.mqemu.api.hardware.CommandStatus;
import org.mqemu.api.hardware.Op;
import org.mqemu.api.hardware.TaskKind;
import org.mqemu.devices.support.Member;
import org.mqemu.devices.support.Script;

class LogicalUnitTest {
    private static final long FOREVER = FaultRule.FOREVER;

    private final Emulation emulation = new Emulation(1, ClockSettings.VIRTUAL);
    private final Member drive = new Member(100);

    private LogicalUnit unit(int queueLimit, FaultRule... rules) {
        return unit(drive, queueLimit, rules);
    }

    private LogicalUnit unit(Member server, int queueLimit, FaultRule... rules) {
        BlockTarget added = emulation.add("sda.drive", server);
        assertThat(added).isSameAs(server);
        return emulation.add("sda", new LogicalUnit(server.ref(BlockTarget.class), queueLimit, List.of(rules)));
    }

    private Script script(LogicalUnit unit) {
        return emulation.add("host", new Script(unit.ref(BlockTarget.class), 1_000_000));
    }

    /** Reads of 8 sectors each, one at each of the times, numbered from 1; sector 8 times the number. */
    private Script reads(LogicalUnit unit, long... atNs) {
        Script script = script(unit);
        for (int i = 0; i < atNs.length; i++) {
            script.at(atNs[i], i + 1, Op.READ, (i + 1) * 8L, 8);
        }
        return script;
    }

    private void run() {
        assertThat(emulation.run().leftOver()).isEmpty();
    }

    private static FaultRule rule(FaultKind kind, FaultTrigger trigger, long forNs) {
        return new FaultRule("", kind, trigger, forNs, kind == FaultKind.SLOW ? 3 : 1);
    }

    private static FaultTrigger at(long atNs) {
        return ALWAYS.during(atNs, FOREVER);
    }

    @Test
    void shouldPassCommandsAndAnswersOn() {
        LogicalUnit unit = unit(0);
        Script script = script(unit).at(5, 7, Op.WRITE, 80, 16);
        run();
        assertThat(drive.taken()).singleElement().satisfies(command -> {
            assertThat(command.op()).isEqualTo(Op.WRITE);
            assertThat(command.sector()).isEqualTo(80);
            assertThat(command.sectors()).isEqualTo(16);
        });
        assertThat(script.log()).containsExactly("7 GOOD@105");
        assertThat(unit.statistics()).isEqualTo(new LogicalUnitStatistics(1, 1, 0, 0, 0, 0));
    }

    @ParameterizedTest
    @EnumSource(
            value = FaultKind.class,
            names = {"MEDIUM_ERROR", "HARDWARE_ERROR", "ABORTED_COMMAND"})
    void shouldFailWhenTheDriveHasTried(FaultKind kind) {
        Script script = reads(unit(0, rule(kind, ALWAYS.every(2), FOREVER)), 0, 1);
        run();
        assertThat(script.log()).containsExactly("1 GOOD@100", "2 " + kind.status() + "@101");
        assertThat(drive.taken()).hasSize(2);
    }

    @ParameterizedTest
    @EnumSource(
            value = FaultKind.class,
            names = {"NOT_READY", "UNIT_ATTENTION", "BUSY", "TASK_SET_FULL"})
    void shouldRefuseAtOnce(FaultKind kind) {
        Script script = reads(unit(0, rule(kind, ALWAYS.every(2), FOREVER)), 0, 1);
        run();
        assertThat(script.log()).containsExactly("2 " + kind.status() + "@1", "1 GOOD@100");
        assertThat(drive.taken()).hasSize(1);
    }

    @Test
    void shouldKeepAWorseStatusOfTheDrive() {
        Member broken = new Member(100, CommandStatus.ILLEGAL_REQUEST, 1);
        Script script = reads(unit(broken, 0, rule(FaultKind.MEDIUM_ERROR, ALWAYS.every(1), FOREVER)), 0);
        run();
        assertThat(script.log()).containsExactly("1 ILLEGAL_REQUEST@100");
    }

    @Test
    void shouldSwallowACommand() {
        LogicalUnit unit = unit(0, rule(FaultKind.TIMEOUT, ALWAYS.sectors(16, 16), FOREVER));
        Script script = reads(unit, 0, 1, 2).task(50, 90, TaskKind.ABORT_TASK, 2);
        run();
        assertThat(script.log()).containsExactly("90 GOOD@50", "1 GOOD@100", "3 GOOD@102");
        assertThat(unit.statistics()).isEqualTo(new LogicalUnitStatistics(3, 2, 0, 1, 0, 0));
    }

    @Test
    void shouldServeWhatItHeldWhenItHangsNoMore() {
        LogicalUnit unit = unit(0, rule(FaultKind.HANG, at(50), 1_000));
        Script script = reads(unit, 0, 60, 70).at(1_050, 4, Op.READ, 0, 8);
        run();
        // 1 was at the drive, whose answer was kept back; 2 and 3 waited
        assertThat(script.log()).containsExactly("1 GOOD@1050", "2 GOOD@1150", "3 GOOD@1150", "4 GOOD@1150");
        assertThat(drive.takenAtNs()).containsExactly(0L, 1_050L, 1_050L, 1_050L);
    }

    @Test
    void shouldCarryOutButNotAnswerTaskManagementWhileItHangs() {
        LogicalUnit unit = unit(0, rule(FaultKind.HANG, at(50), 1_000));
        Script script = reads(unit, 0, 1, 60, 70)
                .task(80, 90, TaskKind.ABORT_TASK, 1)
                .task(200, 91, TaskKind.ABORT_TASK, 2)
                .task(200, 92, TaskKind.ABORT_TASK, 3);
        run();
        assertThat(script.log()).containsExactly("4 GOOD@1150");
        // the drive's answer to 1 came at 100, after its end; that to 2 before
        assertThat(unit.statistics()).isEqualTo(new LogicalUnitStatistics(4, 1, 3, 0, 0, 1));
    }

    @Test
    void shouldHangForEver() {
        LogicalUnit unit = unit(0, rule(FaultKind.HANG, at(50), FOREVER));
        Script script = reads(unit, 0, 60).task(200, 91, TaskKind.LUN_RESET, -1).at(300, 3, Op.READ, 0, 8);
        run();
        assertThat(script.log()).isEmpty();
        assertThat(unit.statistics()).isEqualTo(new LogicalUnitStatistics(3, 0, 2, 0, 1, 0));
    }

    @Test
    void shouldHangByACommand() {
        Script script = reads(unit(0, rule(FaultKind.HANG, ALWAYS.every(2).times(1), 500)), 0, 10, 20);
        run();
        assertThat(script.log()).containsExactly("1 GOOD@510", "2 GOOD@610", "3 GOOD@610");
    }

    @Test
    void shouldStayHungIfACommandThatWaitedHangsItAgain() {
        Script script = reads(unit(0, rule(FaultKind.HANG, ALWAYS.every(2), 500)), 0, 10, 20, 30);
        run();
        // at 510 it begins to serve 2 and 3, and 4, again the second of two, hangs it until 1010
        assertThat(script.log()).containsExactly("1 GOOD@510", "2 GOOD@1010", "3 GOOD@1010", "4 GOOD@1110");
    }

    @Test
    void shouldRefuseCommandsWhileItIsGoneAndTellWhenItIsBack() {
        LogicalUnit unit = unit(0, rule(FaultKind.GONE, at(50), 200));
        Script script = reads(unit, 0, 60, 250, 260)
                .task(70, 90, TaskKind.LUN_RESET, -1)
                .task(71, 91, TaskKind.ABORT_TASK, 1);
        run();
        assertThat(script.log())
                .containsExactly(
                        "1 NO_CONNECT@50",
                        "2 NO_CONNECT@60",
                        "90 GOOD@70",
                        "91 GOOD@71",
                        "3 UNIT_ATTENTION@250",
                        "4 GOOD@360");
        assertThat(unit.statistics().late()).isEqualTo(1);
    }

    @Test
    void shouldStartAfreshWhenAHungDriveIsGoneAndBack() {
        LogicalUnit unit = unit(0, rule(FaultKind.HANG, at(10), FOREVER), rule(FaultKind.GONE, at(50), 200));
        Script script = reads(unit, 20, 250, 260);
        run();
        assertThat(script.log()).containsExactly("1 NO_CONNECT@50", "2 UNIT_ATTENTION@250", "3 GOOD@360");
    }

    @Test
    void shouldEndCommandsWhileTheLinkIsDown() {
        LogicalUnit unit = unit(0, rule(FaultKind.LINK_DOWN, at(50), 200));
        Script script = reads(unit, 0, 60, 250).task(70, 90, TaskKind.LUN_RESET, -1);
        run();
        // the reset never reached the drive: no unit attention
        assertThat(script.log())
                .containsExactly("1 TRANSPORT_ERROR@50", "2 TRANSPORT_ERROR@60", "90 GOOD@70", "3 GOOD@350");
    }

    @Test
    void shouldNeedLongerByAFactorWhileItIsSlow() {
        LogicalUnit unit = unit(0, rule(FaultKind.SLOW, at(50), 200));
        Script script = reads(unit, 0, 50, 249, 255);
        run();
        assertThat(script.log()).containsExactly("1 GOOD@100", "2 GOOD@350", "4 GOOD@355", "3 GOOD@549");
    }

    @Test
    void shouldEndACommandWhoseSlowAnswerIsOnItsWay() {
        LogicalUnit unit = unit(0, rule(FaultKind.SLOW, at(0), FOREVER));
        Script script = reads(unit, 0).task(200, 90, TaskKind.ABORT_TASK, 1);
        run();
        assertThat(script.log()).containsExactly("90 GOOD@200");
        assertThat(unit.statistics()).isEqualTo(new LogicalUnitStatistics(1, 0, 1, 0, 0, 1));
    }

    @Test
    void shouldKeepASlowAnswerBackWhileItHangs() {
        LogicalUnit unit = unit(0, rule(FaultKind.SLOW, at(0), FOREVER), rule(FaultKind.HANG, at(250), 1_000));
        Script script = reads(unit, 0);
        run();
        assertThat(script.log()).containsExactly("1 GOOD@1250");
    }

    @Test
    void shouldAnswerTaskSetFullBeyondItsQueueLimit() {
        LogicalUnit unit = unit(2);
        Script script = reads(unit, 0, 1, 2, 100);
        run();
        assertThat(script.log()).containsExactly("3 TASK_SET_FULL@2", "1 GOOD@100", "2 GOOD@101", "4 GOOD@200");
        assertThat(drive.taken()).hasSize(3);
    }

    @Test
    void shouldMakeRoomForOthersByAnAbort() {
        Script script = reads(unit(1), 0, 20).task(10, 90, TaskKind.ABORT_TASK, 1);
        run();
        assertThat(script.log()).containsExactly("90 GOOD@10", "2 GOOD@120");
    }

    @ParameterizedTest
    @CsvSource({"LUN_RESET", "TARGET_RESET", "BUS_RESET"})
    void shouldEndAllByAResetAndTellTheNextCommand(TaskKind kind) {
        LogicalUnit unit = unit(0);
        Script script = reads(unit, 0, 1, 20, 21).task(10, 90, kind, -1);
        run();
        assertThat(script.log()).containsExactly("90 GOOD@10", "3 UNIT_ATTENTION@20", "4 GOOD@121");
        assertThat(unit.statistics()).isEqualTo(new LogicalUnitStatistics(4, 2, 2, 0, 0, 2));
    }

    @Test
    void shouldNotTellOfAnAbort() {
        Script script = reads(unit(0), 0, 20).task(10, 90, TaskKind.ABORT_TASK, 1);
        run();
        assertThat(script.log()).containsExactly("90 GOOD@10", "2 GOOD@120");
    }

    @Test
    void shouldTellApartEqualNumbersOfDifferentSenders() {
        LogicalUnit unit = unit(0);
        Script first = reads(unit, 0);
        Script second = new Script(unit.ref(BlockTarget.class), 1_000_000)
                .at(0, 1, Op.READ, 0, 8)
                .task(10, 90, TaskKind.ABORT_TASK, 1);
        emulation.add("other-host", second);
        run();
        assertThat(first.log()).containsExactly("1 GOOD@100");
        assertThat(second.log()).containsExactly("90 GOOD@10");
    }

    @Test
    void shouldCountHowOftenEachRuleStruck() {
        LogicalUnit unit = unit(
                0,
                rule(FaultKind.HANG, at(1_000), 5),
                rule(FaultKind.BUSY, ALWAYS.every(1).times(2), FOREVER));
        reads(unit, 0, 1, 2);
        run();
        assertThat(unit.faults()).extracting(FaultStatistics::struck).containsExactly(1L, 2L);
        assertThat(unit.faults()).extracting(FaultStatistics::place).containsOnly("sda");
    }

    @Test
    void shouldFailTheRunWhenTheDriveAnswersTwice() {
        reads(unit(new Member(100, CommandStatus.GOOD, 2), 0), 0);
        assertThatExceptionOfType(EmulationFailure.class)
                .isThrownBy(emulation::run)
                .withMessageContaining("answers a command that it does not have");
    }
}
