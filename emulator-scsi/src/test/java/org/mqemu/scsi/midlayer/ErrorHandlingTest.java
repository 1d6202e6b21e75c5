package org.mqemu.scsi.midlayer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.mqemu.api.hardware.CommandStatus;
import org.mqemu.api.hardware.Op;
import org.mqemu.api.hardware.TaskKind;
import org.mqemu.blkmq.block.Request;
import org.mqemu.blkmq.fio.FioThread;
import org.mqemu.blkmq.log.KernelLog;
import org.mqemu.scsi.error.EhDeadline;
import org.mqemu.scsi.support.FaultyDriver;
import org.mqemu.scsi.support.FaultyDriver.Answer;
import org.mqemu.scsi.support.MqKernel;
import org.mqemu.scsi.support.ScsiFixture;
import org.mqemu.scsi.support.ScsiParameters;

/** Commands that fail or have no answer, on a small machine of each stack. */
class ErrorHandlingTest {
    private static final long MS = 1_000_000;
    private static final long S = 1_000 * MS;
    private static final long TIMEOUT_NS = 3 * S;
    private static final Answer GOOD = new Answer(CommandStatus.GOOD, 10_000);

    enum Stack {
        LEGACY(false, MqKernel.EARLY),
        EARLY(true, MqKernel.EARLY),
        V6_1(true, MqKernel.V6_1);

        private final boolean mq;
        private final MqKernel kernel;

        Stack(boolean mq, MqKernel kernel) {
            this.mq = mq;
            this.kernel = kernel;
        }

        boolean abortsInThread() {
            return this != V6_1;
        }

        ScsiParameters parameters() {
            return ScsiParameters.of(mq, 2).kernel(kernel).devices(2);
        }
    }

    private static ErrorHandling handling(Stack stack) {
        return ErrorHandling.standard(stack.abortsInThread(), KernelLog.NONE);
    }

    private static ScsiFixture machine(Stack stack) {
        return new ScsiFixture(stack.parameters(), handling(stack), TIMEOUT_NS);
    }

    /** Answers the nth command of device 0 as said, everything else well. */
    private static void nth(ScsiFixture machine, int n, Answer answer) {
        machine.faulty()
                .answers((command, nowNs) ->
                        command.lun() == 0 && command.op() == Op.READ && command.n() == n ? answer : GOOD);
    }

    private static void reads(ScsiFixture machine, Answer answer) {
        machine.faulty().answers((command, nowNs) -> command.lun() == 0 && command.op() == Op.READ ? answer : GOOD);
    }

    // ---- dispositions ----

    @ParameterizedTest
    @EnumSource
    void shouldRetryWhatTheDeviceGaveUpFiveTimesAndThenFailIt(Stack stack) {
        ScsiFixture machine = machine(stack);
        FioThread thread = machine.load(0, 1, 1, 1, 0);
        reads(machine, new Answer(CommandStatus.ABORTED_COMMAND, 10_000));
        machine.run();
        assertThat(machine.faulty().readsNs(0)).hasSize(6);
        assertThat(thread.errors()).isEqualTo(1);
        assertThat(machine.log()).hasSize(5);
        assertThat(machine.log().get(4)).startsWith("I/O error, dev sda, sector ");
    }

    @ParameterizedTest
    @EnumSource
    void shouldNotRetryAnUnrecoveredReadError(Stack stack) {
        ScsiFixture machine = machine(stack);
        FioThread thread = machine.load(0, 2, 1, 10, 0);
        nth(machine, 3, new Answer(CommandStatus.MEDIUM_ERROR, 10_000));
        machine.run();
        assertThat(machine.faulty().readsNs(0)).hasSize(10);
        assertThat(thread.errors()).isEqualTo(1);
        List<String> log = machine.log();
        assertThat(log).hasSize(5);
        assertThat(log.get(0))
                .startsWith("sd 0:0:0:0: [sda] ")
                .endsWith("FAILED Result: hostbyte=DID_OK driverbyte=DRIVER_OK cmd_age=0s");
        assertThat(log.get(1)).endsWith("Sense Key : Medium Error [current] ");
        assertThat(log.get(2)).endsWith("Add. Sense: Unrecovered read error");
        assertThat(log.get(3)).contains("CDB: Read(10) 28 00 00 ");
        assertThat(log.get(4))
                .matches(
                        "critical medium error, dev sda, sector \\d+ op 0x0:\\(READ\\) flags 0x0 phys_seg 1 prio class 2");
    }

    @ParameterizedTest
    @EnumSource
    void shouldRetryAfterAUnitAttentionWithoutCountingIt(Stack stack) {
        ScsiFixture machine = machine(stack);
        FioThread thread = machine.load(0, 1, 1, 1, 0);
        machine.faulty()
                .answers(
                        (command, nowNs) -> command.n() < 20 ? new Answer(CommandStatus.UNIT_ATTENTION, 10_000) : GOOD);
        machine.run();
        assertThat(machine.faulty().readsNs(0)).hasSize(21);
        assertThat(thread.errors()).isZero();
        assertThat(machine.log()).hasSize(20).containsOnly("sd 0:0:0:0: Power-on or device reset occurred");
    }

    @ParameterizedTest
    @EnumSource
    void shouldGiveUpADeviceThatIsNeverReadyWhenTheCommandIsTooOld(Stack stack) {
        ScsiFixture machine = machine(stack);
        FioThread thread = machine.load(0, 1, 1, 1, 0);
        reads(machine, new Answer(CommandStatus.NOT_READY, 500 * MS));
        machine.run();
        assertThat(thread.errors()).isEqualTo(1);
        List<Long> readsNs = machine.faulty().readsNs(0);
        assertThat(readsNs.get(readsNs.size() - 1) - readsNs.get(0)).isBetween(17 * S, 18 * S + 600 * MS);
        assertThat(machine.log().get(0)).endsWith("timing out command, waited 18s");
    }

    @ParameterizedTest
    @EnumSource
    void shouldNotRetryWhatFailsFastAtTheDevice(Stack stack) {
        ScsiFixture machine = machine(stack);
        machine.disk(0).failfast(Request.FAILFAST_DEV);
        FioThread thread = machine.load(0, 1, 1, 1, 0);
        reads(machine, new Answer(CommandStatus.ABORTED_COMMAND, 10_000));
        machine.run();
        assertThat(machine.faulty().readsNs(0)).hasSize(1);
        assertThat(thread.errors()).isEqualTo(1);
        assertThat(machine.log().get(4)).contains(" flags 0x100 ");
    }

    // ---- timeouts and aborts ----

    @ParameterizedTest
    @EnumSource
    void shouldAbortACommandThatHasNoAnswerAndTryItAgain(Stack stack) {
        ScsiFixture machine = machine(stack);
        FioThread thread = machine.load(0, 1, 1, 4, 0);
        nth(machine, 1, FaultyDriver.HANG);
        machine.run();
        assertThat(thread.errors()).isZero();
        assertThat(machine.faulty().recovery()).containsExactly("ABORT_TASK 0");
        List<Long> readsNs = machine.faulty().readsNs(0);
        assertThat(readsNs).hasSize(5);
        // 10 ms until the abort, 6 ms until the device, which has no other command, is not blocked any more
        assertThat(readsNs.get(2) - readsNs.get(1)).isBetween(TIMEOUT_NS + 16 * MS, TIMEOUT_NS + 17 * MS);
        assertThat(machine.log()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void shouldDropAnAnswerThatComesAfterTheTimeout(Stack stack) {
        ScsiFixture machine = machine(stack);
        FioThread thread = machine.load(0, 1, 1, 2, 0);
        nth(machine, 0, new Answer(CommandStatus.GOOD, TIMEOUT_NS + 5 * MS));
        machine.run();
        assertThat(thread.errors()).isZero();
        assertThat(machine.faulty().recovery()).containsExactly("ABORT_TASK 0");
        assertThat(machine.faulty().readsNs(0)).hasSize(3);
    }

    @ParameterizedTest
    @EnumSource
    void shouldTakeAnAnswerThatComesJustBeforeTheTimeout(Stack stack) {
        ScsiFixture machine = machine(stack);
        FioThread thread = machine.load(0, 1, 1, 2, 0);
        nth(machine, 0, new Answer(CommandStatus.GOOD, TIMEOUT_NS - 50_000));
        machine.run();
        assertThat(thread.errors()).isZero();
        assertThat(machine.faulty().recovery()).isEmpty();
        assertThat(machine.faulty().readsNs(0)).hasSize(2);
    }

    @ParameterizedTest
    @EnumSource
    void shouldNotTryAgainAnAbortedCommandThatFailsFast(Stack stack) {
        ScsiFixture machine = machine(stack);
        machine.disk(0).failfast(Request.FAILFAST_DEV);
        FioThread thread = machine.load(0, 1, 1, 1, 0);
        nth(machine, 0, FaultyDriver.HANG);
        machine.run();
        assertThat(thread.errors()).isEqualTo(1);
        assertThat(machine.faulty().readsNs(0)).hasSize(1);
        assertThat(machine.log().get(0)).contains("hostbyte=DID_TIME_OUT").endsWith("cmd_age=3s");
    }

    // ---- the ladder ----

    @ParameterizedTest
    @EnumSource
    void shouldResetTheLunWhenTheAbortFails(Stack stack) {
        ScsiFixture machine = machine(stack);
        machine.faulty().handlers(kind -> kind != TaskKind.ABORT_TASK);
        FioThread thread = machine.load(0, 1, 1, 3, 0);
        nth(machine, 1, FaultyDriver.HANG);
        machine.run();
        assertThat(thread.errors()).isZero();
        assertThat(machine.faulty().recovery())
                .containsExactlyElementsOf(
                        stack.abortsInThread()
                                ? List.of("ABORT_TASK 0", "ABORT_TASK 0", "LUN_RESET 0", "TEST_UNIT_READY 0")
                                : List.of("ABORT_TASK 0", "LUN_RESET 0", "TEST_UNIT_READY 0"));
        assertThat(machine.errorHandler().recoveries()).isEqualTo(1);
        assertThat(machine.host().inRecovery()).isFalse();
    }

    @ParameterizedTest
    @EnumSource
    void shouldClimbToTheHostResetAndWaitUntilBusAndHostHaveSettled(Stack stack) {
        ScsiFixture machine = machine(stack);
        machine.faulty().lacks(TaskKind.ABORT_TASK);
        machine.faulty().handlers(kind -> kind == TaskKind.HOST_RESET || kind == TaskKind.BUS_RESET);
        FioThread thread = machine.load(0, 1, 1, 2, 0);
        machine.faulty().answers((command, nowNs) -> {
            if (command.op() == Op.TEST_UNIT_READY && command.n() == 0) {
                return new Answer(CommandStatus.TRANSPORT_ERROR, 10_000);
            }
            return command.op() == Op.READ && command.n() == 0 ? FaultyDriver.HANG : GOOD;
        });
        machine.run();
        assertThat(thread.errors()).isZero();
        assertThat(machine.faulty().recovery())
                .containsExactly(
                        "LUN_RESET 0",
                        "TARGET_RESET 0",
                        "BUS_RESET 0",
                        "TEST_UNIT_READY 0",
                        "HOST_RESET 0",
                        "TEST_UNIT_READY 0");
        List<Long> readsNs = machine.faulty().readsNs(0);
        assertThat(readsNs.get(1) - readsNs.get(0)).isBetween(23 * S, 24 * S);
    }

    @ParameterizedTest
    @EnumSource
    void shouldTakeADeviceOfflineThatNothingHelps(Stack stack) {
        ScsiFixture machine = machine(stack);
        FioThread dead = machine.load(0, 2, 1, 9, 0);
        FioThread alive = machine.load(1, 2, 1, 500, 1);
        machine.faulty().answers((command, nowNs) -> command.lun() == 0 ? FaultyDriver.HANG : GOOD);
        machine.run();
        assertThat(dead.errors()).isEqualTo(9);
        assertThat(alive.errors()).isZero();
        assertThat(machine.device(0).isOnline()).isFalse();
        assertThat(machine.device(1).isOnline()).isTrue();
        assertThat(machine.faulty().readsNs(0)).hasSize(4); // both tried again after their aborts
        assertThat(machine.log())
                .filteredOn(line -> line.equals("sd 0:0:0:0: Device offlined - not ready after error recovery"))
                .hasSize(2);
        assertThat(machine.log())
                .filteredOn(line -> line.equals("sd 0:0:0:0: rejecting I/O to offline device"))
                .hasSize(stack == Stack.V6_1 ? 1 : 7);
    }

    @ParameterizedTest
    @EnumSource
    void shouldLetOtherDevicesWaitWhileTheHostRecovers(Stack stack) {
        ScsiFixture machine = machine(stack);
        machine.faulty().lacks(TaskKind.ABORT_TASK);
        machine.faulty().handlersTake(5 * S);
        FioThread hung = machine.load(0, 1, 1, 2, 0);
        FioThread other = machine.load(1, 2, 1, 20_000, 1);
        machine.faulty().answers((command, nowNs) -> {
            if (command.lun() == 0) {
                return command.op() == Op.READ && command.n() == 0 ? FaultyDriver.HANG : GOOD;
            }
            return new Answer(CommandStatus.GOOD, 1_000_000);
        });
        machine.run();
        assertThat(hung.errors()).isZero();
        assertThat(other.errors()).isZero();
        long pauseNs = 0;
        List<Long> readsNs = machine.faulty().readsNs(1);
        for (int i = 1; i < readsNs.size(); i++) {
            pauseNs = Math.max(pauseNs, readsNs.get(i) - readsNs.get(i - 1));
        }
        assertThat(pauseNs).isBetween(5 * S, 5 * S + 20 * MS);
    }

    @ParameterizedTest
    @EnumSource
    void shouldGoStraightToTheHostResetPastTheDeadline(Stack stack) {
        ErrorHandling plain = handling(stack);
        ScsiFixture machine = new ScsiFixture(
                stack.parameters(),
                new ErrorHandling(plain.ehTimeoutNs(), S, plain.abortsInThread(), false, 0, KernelLog.NONE),
                TIMEOUT_NS);
        machine.faulty().handlers(kind -> kind != TaskKind.ABORT_TASK && kind != TaskKind.LUN_RESET);
        machine.faulty().handlersTake(600 * MS);
        FioThread thread = machine.load(0, 1, 1, 2, 0);
        nth(machine, 0, FaultyDriver.HANG);
        machine.run();
        assertThat(thread.errors()).isZero();
        assertThat(machine.faulty().recovery())
                .contains("HOST_RESET 0")
                .doesNotContain("TARGET_RESET 0", "BUS_RESET 0");
        assertThat(plain.ehDeadlineNs()).isEqualTo(EhDeadline.OFF);
    }

    @ParameterizedTest
    @EnumSource
    void shouldEndATestThatHasNoAnswer(Stack stack) {
        ScsiFixture machine = machine(stack);
        machine.faulty().lacks(TaskKind.ABORT_TASK);
        FioThread thread = machine.load(0, 1, 1, 2, 0);
        machine.faulty().answers((command, nowNs) -> {
            return command.lun() == 0 && command.n() == 0 ? FaultyDriver.HANG : GOOD;
        });
        machine.run();
        assertThat(thread.errors()).isZero();
        assertThat(machine.faulty().recovery())
                .containsExactly(
                        "LUN_RESET 0", "TEST_UNIT_READY 0", "LUN_RESET 0", "TARGET_RESET 0", "TEST_UNIT_READY 0");
    }

    @ParameterizedTest
    @EnumSource
    void shouldOfflineADiskWhoseMediumNeverAnswersAlthoughTheDeviceDoes(Stack stack) {
        ScsiFixture machine = machine(stack);
        FioThread thread = machine.load(0, 1, 1, 3, 0);
        reads(machine, FaultyDriver.HANG);
        machine.run();
        assertThat(thread.errors()).isEqualTo(3);
        assertThat(machine.log()).anyMatch(line -> line.endsWith("Medium access timeout failure. Offlining disk!"));
        assertThat(machine.device(0).isOnline()).isFalse();
    }

    @ParameterizedTest
    @EnumSource
    void shouldSayWhatItDoesFromALoggingLevelOn(Stack stack) {
        ErrorHandling plain = handling(stack);
        ScsiFixture machine = new ScsiFixture(
                stack.parameters(),
                new ErrorHandling(plain.ehTimeoutNs(), EhDeadline.OFF, plain.abortsInThread(), true, 3, KernelLog.NONE),
                TIMEOUT_NS);
        machine.faulty().handlers(kind -> kind != TaskKind.ABORT_TASK);
        machine.load(0, 1, 1, 1, 0);
        nth(machine, 0, FaultyDriver.HANG);
        machine.run();
        assertThat(machine.log().stream().map(line -> line.replaceAll("tag#\\d+ ", "")))
                .containsSubsequence(
                        "sd 0:0:0:0: [sda] abort scheduled",
                        "sd 0:0:0:0: [sda] aborting command",
                        "sd 0:0:0:0: [sda] cmd abort failed",
                        "scsi host0: scsi_eh_0: waking up 0/1/1",
                        "scsi host0: Total of 1 commands on 1 devices require eh work",
                        "sd 0:0:0:0: scsi_eh_0: Sending BDR",
                        "sd 0:0:0:0: [sda] scsi_eh_tur return: success",
                        "sd 0:0:0:0: [sda] scsi_eh_0: flush retry cmd",
                        "scsi host0: waking up host to restart",
                        "scsi host0: scsi_eh_0: sleeping");
    }
}
