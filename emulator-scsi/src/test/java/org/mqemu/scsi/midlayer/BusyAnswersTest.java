package org.mqemu.scsi.midlayer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.mqemu.scsi.support.Layout;
import org.mqemu.scsi.support.MqKernel;
import org.mqemu.scsi.support.ScsiFixture;
import org.mqemu.scsi.support.ScsiParameters;

/** What becomes of commands that a low-level driver refuses, on all stacks. */
class BusyAnswersTest {
    private static final ScsiParameters LEGACY = ScsiParameters.of(false, 2);
    private static final ScsiParameters EARLY = ScsiParameters.of(true, 2);
    private static final ScsiParameters V4_16 = EARLY.kernel(MqKernel.V4_16);
    private static final ScsiParameters V6_1 = EARLY.kernel(MqKernel.V6_1);

    static List<ScsiParameters> stacks() {
        return List.of(LEGACY, EARLY, V4_16, V6_1);
    }

    static List<Arguments> stacksAndAnswers() {
        return stacks().stream()
                .flatMap(stack ->
                        List.of(QueueResult.HOST_BUSY, QueueResult.TARGET_BUSY, QueueResult.DEVICE_BUSY).stream()
                                .map(answer -> Arguments.of(stack, answer)))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("stacksAndAnswers")
    void shouldTryARefusedCommandAgain(ScsiParameters stack, QueueResult refusal) {
        ScsiFixture machine = new ScsiFixture(stack.devices(2).limits(8, 4, 16))
                .answers((device, n) -> n % 5 == 0 ? refusal : QueueResult.OK);
        machine.load(0, 4, 2, 200, 0);
        machine.load(1, 4, 2, 200, 1);
        machine.run();
        assertThat(machine.hba().arrivals()).hasSize(400);
    }

    /** An idle device is asked at once or after 3 ms, and then every 3 ms until device_blocked is 0. */
    @ParameterizedTest
    @MethodSource("stacks")
    void shouldLeaveAnIdleDeviceAloneForThreeAttempts(ScsiParameters stack) {
        ScsiFixture machine = new ScsiFixture(stack.devices(2))
                .answers((device, n) ->
                        device.address().target() == 0 && n == 0 ? QueueResult.DEVICE_BUSY : QueueResult.OK);
        machine.load(0, 1, 1, 1, 0);
        machine.load(1, 1, 1, 1, 1);
        machine.run();
        assertThat(machine.hba().arrivalsNs(0).get(0)).isBetween(5_900_000L, 9_200_000L);
        assertThat(machine.hba().arrivalsNs(1).get(0)).as("another device").isLessThan(100_000);
    }

    @ParameterizedTest
    @MethodSource("stacks")
    void shouldLeaveAnIdleHostAloneForSevenAttempts(ScsiParameters stack) {
        ScsiFixture machine =
                new ScsiFixture(stack).answers((device, n) -> n == 0 ? QueueResult.HOST_BUSY : QueueResult.OK);
        machine.load(0, 1, 1, 1, 0);
        machine.run();
        assertThat(machine.hba().arrivalsNs(0).get(0)).isBetween(17_900_000L, 21_300_000L);
    }

    @ParameterizedTest
    @MethodSource("stacks")
    void shouldGoOnAtOnceWhenACommandOfABlockedDeviceEnds(ScsiParameters stack) {
        ScsiFixture machine =
                new ScsiFixture(stack).answers((device, n) -> n == 1 ? QueueResult.DEVICE_BUSY : QueueResult.OK);
        machine.load(0, 2, 2, 2, 0);
        machine.hba().takes(command -> 500_000);
        machine.run();
        List<Long> arrivalsNs = machine.hba().arrivalsNs(0);
        assertThat(arrivalsNs.get(1) - arrivalsNs.get(0)).isBetween(500_000L, 510_000L);
    }

    /** The host is left alone while another device has a command there, whose end lets the first one go on. */
    @ParameterizedTest
    @MethodSource("stacks")
    void shouldRunAStarvedDeviceWhenACommandOfABlockedHostEnds(ScsiParameters stack) {
        ScsiFixture machine = new ScsiFixture(stack.devices(2))
                .answers((device, n) ->
                        device.address().target() == 1 && n == 0 ? QueueResult.HOST_BUSY : QueueResult.OK);
        machine.load(0, 1, 1, 1, 0);
        machine.busy(1, 0, 10_000); // so that sdb comes second
        machine.load(1, 1, 1, 1, 1);
        machine.hba().takes(command -> 3_500_000);
        machine.run();
        long endNs = machine.hba().arrivalsNs(0).get(0) + 3_500_000;
        assertThat(machine.hba().arrivalsNs(1).get(0)).isBetween(endNs, endNs + 20_000);
    }

    @ParameterizedTest
    @MethodSource("stacks")
    void shouldBlockAllUnitsOfABusyTarget(ScsiParameters stack) {
        ScsiFixture machine = new ScsiFixture(stack.devices(2).layout(new Layout(2, 8, 1, HostTags.PER_QUEUE)))
                .answers((device, n) ->
                        device.address().lun() == 0 && n == 0 ? QueueResult.TARGET_BUSY : QueueResult.OK);
        machine.load(0, 1, 1, 1, 0);
        machine.busy(1, 0, 10_000); // so that sdb comes second
        machine.load(1, 1, 1, 1, 1);
        machine.run();
        assertThat(machine.device(1).target().places().waited())
                .as("the third attempt goes on, whichever unit's")
                .isEqualTo(2);
        assertThat(machine.hba().arrivals()).hasSize(2);
    }

    @ParameterizedTest
    @MethodSource("stacks")
    void shouldServeTwoUnitsOfATargetThatTakesOneCommandInTurn(ScsiParameters stack) {
        ScsiFixture machine =
                new ScsiFixture(stack.devices(2).limits(8, 4, 16).layout(new Layout(2, 1, 1, HostTags.PER_QUEUE)));
        machine.load(0, 4, 2, Long.MAX_VALUE, 0);
        machine.load(1, 4, 2, Long.MAX_VALUE, 1);
        machine.hba().takes(command -> 20_000);
        machine.runFor(20_000_000);
        shouldBothMakeProgress(machine);
        assertThat(machine.hba().mostInFlight()).isEqualTo(1);
    }

    static List<ScsiParameters> countingHosts() {
        return List.of(LEGACY, EARLY, V4_16);
    }

    @ParameterizedTest
    @MethodSource("countingHosts")
    void shouldServeTwoDevicesOfAHostThatTakesTwoCommands(ScsiParameters stack) {
        ScsiFixture machine = new ScsiFixture(stack.devices(2).limits(2, 4, 16));
        machine.load(0, 8, 4, Long.MAX_VALUE, 0);
        machine.load(1, 8, 4, Long.MAX_VALUE, 1);
        machine.hba().takes(command -> 20_000);
        machine.runFor(20_000_000);
        shouldBothMakeProgress(machine);
        assertThat(machine.hba().mostInFlight()).isEqualTo(2);
    }

    /** Neither waits longer than the delay of a queue that nobody runs, and none has less than a fifth. */
    private static void shouldBothMakeProgress(ScsiFixture machine) {
        int all = machine.hba().arrivals().size();
        assertThat(all).as("the host is not idle").isGreaterThan(600);
        for (int lun = 0; lun < 2; lun++) {
            List<Long> arrivalsNs = machine.hba().arrivalsNs(lun);
            assertThat(arrivalsNs).hasSizeGreaterThan(all / 5);
            for (int i = 1; i < arrivalsNs.size(); i++) {
                assertThat(arrivalsNs.get(i) - arrivalsNs.get(i - 1)).isLessThan(4_000_000);
            }
        }
    }
}
