package org.mqemu.devices.hba;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.mqemu.api.engine.ClockSettings;
import org.mqemu.api.engine.Emulation;
import org.mqemu.api.hardware.BlockTarget;
import org.mqemu.api.hardware.HbaCommand;
import org.mqemu.api.hardware.HbaPort;
import org.mqemu.api.hardware.HbaTask;
import org.mqemu.api.hardware.Op;
import org.mqemu.api.hardware.TaskKind;
import org.mqemu.api.hardware.VectorPort;
import org.mqemu.devices.fault.FaultKind;
import org.mqemu.devices.fault.FaultRule;
import org.mqemu.devices.fault.FaultStatistics;
import org.mqemu.devices.fault.FaultTrigger;
import org.mqemu.devices.support.HbaScript;
import org.mqemu.devices.support.Member;

class HbaFaultsTest {
    private static final HbaParameters FREE = new HbaParameters(64, 0, 0, 0, 10, 20, 1_000);

    private final Emulation emulation = new Emulation(1, ClockSettings.VIRTUAL);
    private final Member drive = new Member(100);

    private Hba hba(FaultRule... rules) {
        List<HbaLun> luns = List.of(new HbaLun(emulation.add("sda", drive).ref(BlockTarget.class), 0, 0));
        HbaScript vector = emulation.add("vector", new HbaScript(5_000));
        Hba hba = emulation.add("hba", new Hba(FREE, luns, List.of(vector.ref(VectorPort.class)), List.of(rules)));
        vector.connect(hba.ref(HbaPort.class));
        script = vector;
        return hba;
    }

    private HbaScript script = new HbaScript(0);

    private static FaultRule at(FaultKind kind, long atNs, long forNs) {
        return new FaultRule("", kind, FaultTrigger.ALWAYS.during(atNs, FaultRule.FOREVER), forNs, 1);
    }

    private void read(long atNs, int index) {
        script.at(atNs, new HbaCommand(index, 7, 0, 0, Op.READ, 8L * index, 8, 0));
    }

    private List<String> run() {
        assertThat(emulation.run().leftOver()).isEmpty();
        return new ArrayList<>(script.log());
    }

    @Test
    void shouldEndWhatItHeldWhenItIsUpAfterAFirmwareReset() {
        Hba hba = hba(at(FaultKind.FIRMWARE_RESET, 50, 1_000));
        read(0, 1);
        read(60, 2);
        assertThat(run()).containsExactly("1 RESET@1070", "2 GOOD@1180");
        assertThat(drive.takenAtNs()).containsExactly(10L, 1_060L);
        assertThat(hba.statistics(5_000)).isEqualTo(new HbaStatistics(2, 1, 1, 0, 1, 0, 1, 1_000, 1_000));
    }

    @Test
    void shouldLetTaskManagementWaitForTheFirmware() {
        hba(at(FaultKind.FIRMWARE_RESET, 50, 1_000));
        read(0, 1);
        script.at(60, new HbaTask(40, 9, TaskKind.ABORT_TASK, 0, 1, 7, 0));
        script.at(70, new HbaTask(41, 9, TaskKind.LUN_RESET, 0, -1, 0, 0));
        assertThat(run()).containsExactly("1 RESET@1070", "40 GOOD@1070", "41 GOOD@1081");
    }

    @Test
    void shouldTakeBackTaskManagementInAFirmwareReset() {
        hba(at(FaultKind.FIRMWARE_RESET, 50, 1_000));
        script.at(45, new HbaTask(41, 9, TaskKind.LUN_RESET, 0, -1, 0, 0));
        assertThat(run()).containsExactly("41 RESET@1070");
    }

    @Test
    void shouldEndCommandsWhileItsLinksAreDown() {
        Hba hba = hba(at(FaultKind.LINK_DOWN, 50, 200));
        read(0, 1);
        read(60, 2);
        read(250, 3);
        script.at(70, new HbaTask(41, 9, TaskKind.LUN_RESET, 0, -1, 0, 0));
        assertThat(run())
                .containsExactly("1 TRANSPORT_ERROR@70", "2 TRANSPORT_ERROR@80", "41 TRANSPORT_ERROR@90", "3 GOOD@380");
        assertThat(drive.tasks()).isEmpty();
        assertThat(hba.statistics(5_000)).isEqualTo(new HbaStatistics(3, 1, 2, 0, 1, 0, 1, 0, 0));
    }

    @Test
    void shouldStrikeByACommand() {
        FaultTrigger second = FaultTrigger.ALWAYS.every(2);
        Hba hba = hba(new FaultRule("rule", FaultKind.FIRMWARE_RESET, second, 500, 1));
        read(0, 1);
        read(50, 2);
        assertThat(run()).containsExactly("1 RESET@570", "2 GOOD@680");
        assertThat(hba.faults()).containsExactly(new FaultStatistics("hba", "rule", FaultKind.FIRMWARE_RESET, 1));
    }

    @Test
    void shouldBeUpAHostResetsTimeAfterAResetDuringAReset() {
        hba(at(FaultKind.FIRMWARE_RESET, 50, 1_000));
        script.at(60, new HbaTask(41, 9, TaskKind.HOST_RESET, 0, -1, 0, 0));
        read(70, 2);
        assertThat(run()).containsExactly("41 GOOD@1080", "2 GOOD@1190");
    }

    @Test
    void shouldRefuseFaultsOfDrives() {
        assertThatIllegalArgumentException().isThrownBy(() -> hba(at(FaultKind.HANG, 50, 1_000)));
    }

    @Test
    void shouldBehaveWithoutFaults() {
        hba();
        read(0, 3);
        assertThat(run()).containsExactly("3 GOOD@130");
    }
}
