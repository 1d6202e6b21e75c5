package org.mqemu.devices.hba;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mqemu.api.engine.ClockSettings;
import org.mqemu.api.engine.Component;
import org.mqemu.api.engine.Emulation;
import org.mqemu.api.engine.EmulationFailure;
import org.mqemu.api.engine.RunResult;
import org.mqemu.api.hardware.BlockTarget;
import org.mqemu.api.hardware.CommandStatus;
import org.mqemu.api.hardware.HbaCommand;
import org.mqemu.api.hardware.HbaPort;
import org.mqemu.api.hardware.HbaTask;
import org.mqemu.api.hardware.InterruptTarget;
import org.mqemu.api.hardware.Op;
import org.mqemu.api.hardware.Reply;
import org.mqemu.api.hardware.TaskKind;
import org.mqemu.api.hardware.VectorPort;
import org.mqemu.devices.drive.NullDrive;
import org.mqemu.devices.drive.Placement;
import org.mqemu.devices.drive.ServiceTime;
import org.mqemu.devices.drive.SsdDrive;
import org.mqemu.devices.drive.SsdParameters;
import org.mqemu.devices.irq.IrqVector;
import org.mqemu.devices.support.Host;
import org.mqemu.devices.support.Member;
import org.mqemu.devices.support.TaskScript;

class HbaTest {
    private static final HbaParameters FREE = new HbaParameters(64, 0, 0, 0, 0, 0, 1_000);

    private final Emulation emulation = new Emulation(1, ClockSettings.VIRTUAL);
    private final IrqVector vector = emulation.add("irq0", new IrqVector(0, 0));

    private Hba hba(HbaParameters parameters, Component... drives) {
        List<HbaLun> luns = new ArrayList<>();
        for (Component drive : drives) {
            luns.add(new HbaLun(emulation.add("sd" + luns.size(), drive).ref(BlockTarget.class), 0, luns.size() / 2));
        }
        return emulation.add("hba", new Hba(parameters, luns, List.of(vector.ref(VectorPort.class))));
    }

    private Host host(Hba hba, int depth, long total, long handlerNs) {
        Host host = new Host(hba.ref(HbaPort.class), vector.replyQueue(), depth, total, handlerNs);
        vector.setAffinity(emulation.add("cpu0", host).ref(InterruptTarget.class));
        return host;
    }

    @Test
    void shouldServeAtMostOneCommandPerRequestNs() {
        Member drive = new Member(5_000);
        host(hba(new HbaParameters(64, 1_021, 0, 0, 0, 0, 1_000), drive), 32, 2_000, 1);
        RunResult result = emulation.run();
        for (int i = 1; i < drive.takenAtNs().size(); i++) {
            assertThat(drive.takenAtNs().get(i) - drive.takenAtNs().get(i - 1)).isGreaterThanOrEqualTo(1_021);
        }
        assertThat(2_000 * 1e9 / result.emulatedNs()).isCloseTo(1e9 / 1_021, within(0.01 * 1e9 / 1_021));
    }

    @Test
    void shouldReachCapWithManyDrives() {
        // 16 drives could do 1.5 M a second at this depth; the firmware does 979 K
        SsdParameters ssd = new SsdParameters(
                1L << 30, 16, Placement.RANDOM, 1, exponential(130_000), exponential(130_000), 0, 0, 0);
        Component[] drives = new Component[16];
        for (int i = 0; i < drives.length; i++) {
            drives[i] = new SsdDrive(ssd);
        }
        Hba hba = hba(new HbaParameters(1_011, 1_021, 0, 0, 7_500, 7_500, 1_000), drives);
        host(hba, 1_011, 200_000, 1).luns(16);
        RunResult result = emulation.run();
        assertThat(200_000 * 1e9 / result.emulatedNs()).isBetween(965e3, 979.5e3);
        HbaStatistics statistics = hba.statistics(result.emulatedNs());
        assertThat((double) statistics.firmwareBusyNs()).isGreaterThan(0.98 * result.emulatedNs());
        assertThat(statistics.maxInFlight()).isBetween(1_000, 1_011);
    }

    private static ServiceTime exponential(long meanNs) {
        return new ServiceTime(ServiceTime.Shape.EXPONENTIAL, meanNs);
    }

    @ParameterizedTest
    @CsvSource({"READ, 8, 4696", "WRITE, 8, 4696", "READ, 128, 66136", "DISCARD, 4096, 600", "FLUSH, 0, 600"})
    void shouldMoveDataAndOverheadAtTheByteRate(Op op, int sectors, int bytes) {
        Hba hba = hba(new HbaParameters(64, 0, 6_810_000_000L, 600, 0, 0, 1_000), new NullDrive(100));
        host(hba, 32, 5_000, 0).commands(op, sectors);
        RunResult result = emulation.run();
        double exactNs = 5_000.0 * bytes / 6.81;
        assertThat((double) hba.statistics(result.emulatedNs()).dmaBusyNs()).isCloseTo(exactNs, within(2.0));
    }

    @Test
    void shouldBeBoundByTheSlowerOfFirmwareAndDma() {
        Hba hba = hba(new HbaParameters(64, 300, 6_810_000_000L, 600, 0, 0, 1_000), new NullDrive(100));
        host(hba, 32, 5_000, 0);
        RunResult result = emulation.run();
        assertThat(5_000 * 1e9 / result.emulatedNs()).isCloseTo(6.81e9 / 4_696, within(0.01 * 6.81e9 / 4_696));
    }

    @Test
    void shouldAddEachStageAndLatencyOnce() {
        Hba hba = hba(new HbaParameters(1, 1_000, 1_000_000_000, 4, 70, 30, 1_000), new NullDrive(10_000));
        Host host = host(hba, 1, 1, 5);
        emulation.run();
        assertThat(host.log()).containsExactly("0 GOOD@" + (1_000 + 4_100 + 70 + 10_000 + 30 + 5));
    }

    @Test
    void shouldPassCommandsToTheirLogicalUnitUnchanged() {
        Member sda = new Member(1);
        Member sdb = new Member(1, CommandStatus.MEDIUM_ERROR, 1);
        Hba hba = hba(FREE, sda, sdb);
        Host host = host(hba, 2, 2, 1)
                .first(new HbaCommand(5, 0, 0, 1, Op.WRITE, 77, 9, 0))
                .first(new HbaCommand(6, 0, 0, 0, Op.DISCARD, 1, 2, 0));
        RunResult result = emulation.run();
        assertThat(sdb.taken()).singleElement().satisfies(command -> {
            assertThat(command.op()).isEqualTo(Op.WRITE);
            assertThat(command.sector()).isEqualTo(77);
            assertThat(command.sectors()).isEqualTo(9);
        });
        assertThat(sda.taken())
                .singleElement()
                .satisfies(c -> assertThat(c.op()).isEqualTo(Op.DISCARD));
        assertThat(host.log()).containsExactly("6 GOOD@2", "5 MEDIUM_ERROR@3");
        HbaStatistics statistics = hba.statistics(result.emulatedNs());
        assertThat(statistics).isEqualTo(new HbaStatistics(2, 1, 1, 0, 0, 0, 2, 0, 0));
        assertThat(result.leftOver()).isEmpty();
    }

    @Test
    void shouldFailTheRunBeyondCanQueue() {
        host(hba(new HbaParameters(4, 0, 0, 0, 0, 0, 1_000), new NullDrive(100)), 5, 100, 1);
        assertFailure("can_queue is 4");
    }

    @Test
    void shouldFailTheRunWhenAnIndexIsInUseTwice() {
        HbaCommand command = new HbaCommand(3, 0, 0, 0, Op.READ, 0, 8, 0);
        host(hba(FREE, new NullDrive(100)), 2, 2, 1).first(command).first(command);
        assertFailure("command index 3 is in use already");
    }

    @Test
    void shouldFailTheRunOnAnUnknownLogicalUnit() {
        host(hba(FREE, new NullDrive(100)), 1, 1, 1).first(new HbaCommand(0, 0, 0, 1, Op.READ, 0, 8, 0));
        assertFailure("no such logical unit");
    }

    @Test
    void shouldFailTheRunOnAnUnknownReplyQueue() {
        host(hba(FREE, new NullDrive(100)), 1, 1, 1).first(new HbaCommand(0, 0, 0, 0, Op.READ, 0, 8, 1));
        assertFailure("no such reply queue");
    }

    @Test
    void shouldFailTheRunOnANegativeLength() {
        host(hba(FREE, new NullDrive(100)), 1, 1, 1).first(new HbaCommand(0, 0, 0, 0, Op.READ, 0, -8, 0));
        assertFailure("a negative length");
    }

    @Test
    void shouldFailTheRunWhenADriveEndsACommandTwice() {
        host(hba(FREE, new Member(100, CommandStatus.GOOD, 2)), 1, 2, 10);
        assertFailure("command index 0 ends but is not open");
    }

    private void assertFailure(String what) {
        assertThatExceptionOfType(EmulationFailure.class)
                .isThrownBy(emulation::run)
                .withMessageContaining("hba failed at")
                .withMessageContaining(what);
    }

    /** Error handling that could not end a command gives it up; the block layer's tag, and so its index, is used again. */
    @Test
    void shouldForgetACommandWhoseIndexComesAgainWithAnotherSerial() {
        Member late = new Member(500);
        Hba hba = hba(FREE, late);
        emulation.add(
                "cpu0",
                new TaskScript(
                        hba.ref(HbaPort.class),
                        vector,
                        List.of(read(3, 0), new HbaCommand(3, 8, 0, 0, Op.READ, 8, 8, 0)),
                        List.of(),
                        1_000));
        emulation.run();
        assertThat(vector.replyQueue().poll()).isEqualTo(new Reply(3, 8, CommandStatus.GOOD));
        assertThat(vector.replyQueue().poll()).isNull();
        assertThat(hba.statistics(1_000).ended()).isEqualTo(1);
        assertThat(hba.statistics(1_000).late()).isEqualTo(1);
    }

    @Test
    void shouldReportCommandsThatNeverEnd() {
        host(hba(FREE, new NullDrive(100), new Member(0, CommandStatus.GOOD, 0)), 3, 2, 1)
                .first(new HbaCommand(0, 0, 0, 0, Op.READ, 0, 8, 0))
                .first(new HbaCommand(1, 0, 0, 0, Op.READ, 0, 8, 0))
                .first(new HbaCommand(2, 0, 0, 1, Op.READ, 0, 8, 0));
        assertThat(emulation.run().leftOver()).containsExactly("hba: 1 commands in flight");
    }

    private Hba withTasks(List<HbaTask> tasks, List<HbaCommand> commands, long endNs, Component... drives) {
        Hba hba = hba(FREE, drives);
        emulation.add("cpu0", new TaskScript(hba.ref(HbaPort.class), vector, commands, tasks, endNs));
        return hba;
    }

    private static HbaCommand read(int index, int lun) {
        return new HbaCommand(index, 7, 0, lun, Op.READ, 0, 8, 0);
    }

    @Test
    void shouldDropTheAnswerOfAnAbortedCommand() {
        Member drive = new Member(500);
        Hba hba = withTasks(
                List.of(new HbaTask(40, 9, TaskKind.ABORT_TASK, 0, 3, 0)),
                List.of(read(3, 0), read(4, 0)),
                1_000,
                drive);
        emulation.run();
        assertThat(drive.tasks())
                .singleElement()
                .satisfies(task -> assertThat(task.abortToken())
                        .isEqualTo(drive.taken().get(0).token()));
        assertThat(vector.replyQueue().poll()).isEqualTo(new Reply(40, 9, CommandStatus.GOOD));
        assertThat(vector.replyQueue().poll()).isEqualTo(new Reply(4, 7, CommandStatus.GOOD));
        assertThat(vector.replyQueue().poll()).isNull();
        assertThat(hba.statistics(1_000)).isEqualTo(new HbaStatistics(2, 1, 0, 1, 1, 0, 2, 0, 0));
    }

    @Test
    void shouldAnswerAnAbortOfACommandThatHasEnded() {
        withTasks(List.of(new HbaTask(40, 9, TaskKind.ABORT_TASK, 0, 3, 0)), List.of(), 1_000, new Member(500));
        emulation.run();
        assertThat(vector.replyQueue().poll()).isEqualTo(new Reply(40, 9, CommandStatus.GOOD));
    }

    @ParameterizedTest
    @CsvSource({"LUN_RESET, 2", "TARGET_RESET, 1", "BUS_RESET, 0"})
    void shouldEndTheCommandsWithinAResetsReach(TaskKind kind, int left) {
        // three logical units: two of target 0, one of target 1
        withTasks(
                List.of(new HbaTask(40, 9, kind, 0, -1, 0)),
                List.of(read(0, 0), read(1, 1), read(2, 2)),
                1_000,
                new Member(500),
                new Member(500),
                new Member(500));
        emulation.run();
        assertThat(vector.replyQueue().size()).isEqualTo(left + 1);
    }

    @Test
    void shouldLeaveATaskUnansweredIfTheDriveDoes() {
        withTasks(
                List.of(new HbaTask(40, 9, TaskKind.LUN_RESET, 0, -1, 0)),
                List.of(),
                1_000,
                new Member(500, CommandStatus.GOOD, 0));
        emulation.run();
        assertThat(vector.replyQueue().size()).isZero();
    }

    @Test
    void shouldForgetAllInAHostResetAndServeAgainWhenItIsUp() {
        Member hung = new Member(500, CommandStatus.GOOD, 0);
        Member good = new Member(500);
        Hba hba = withTasks(
                List.of(
                        new HbaTask(40, 9, TaskKind.LUN_RESET, 0, -1, 0),
                        new HbaTask(41, 9, TaskKind.HOST_RESET, 0, -1, 0)),
                List.of(read(0, 0), read(1, 1)),
                3_000,
                hung,
                good);
        emulation.run();
        assertThat(vector.replyQueue().poll()).isEqualTo(new Reply(41, 9, CommandStatus.GOOD));
        assertThat(vector.replyQueue().size()).isZero();
        assertThat(hba.statistics(3_000).inFlight()).isZero();
        assertThat(hba.statistics(3_000).ended()).isEqualTo(2);
        assertThat(hba.statistics(3_000).late()).isEqualTo(1);
    }

    @Test
    void shouldRefuseParametersOutsideTheirRange() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new HbaParameters(0, 0, 0, 0, 0, 0, 1_000))
                .withMessage("canQueue must be between 1 and 1048576: 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new HbaParameters(1, -1, 0, 0, 0, 0, 1_000))
                .withMessageContaining("requestNs");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new HbaParameters(1, 0, -1, 0, 0, 0, 1_000))
                .withMessageContaining("bytesPerSecond");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new HbaParameters(1, 0, 0, -1, 0, 0, 1_000))
                .withMessageContaining("overheadBytes");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new HbaParameters(1, 0, 0, 0, -1, 0, 1_000))
                .withMessageContaining("submitLatencyNs");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new HbaParameters(1, 0, 0, 0, 0, -1, 1_000))
                .withMessageContaining("replyLatencyNs");
    }
}
