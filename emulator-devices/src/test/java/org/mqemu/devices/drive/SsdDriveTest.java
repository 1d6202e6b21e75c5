package org.mqemu.devices.drive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mqemu.api.engine.ClockSettings;
import org.mqemu.api.engine.Emulation;
import org.mqemu.api.engine.RunResult;
import org.mqemu.api.hardware.BlockTarget;
import org.mqemu.api.hardware.Op;
import org.mqemu.devices.support.ClosedLoop;
import org.mqemu.devices.support.Script;

class SsdDriveTest {
    private static final long CAPACITY = 1L << 24;
    private static final ServiceTime READ = new ServiceTime(ServiceTime.Shape.CONSTANT, 1_000);
    private static final ServiceTime PROGRAM = new ServiceTime(ServiceTime.Shape.CONSTANT, 3_000);

    private static SsdParameters exponential(int channels, Placement placement) {
        ServiceTime service = new ServiceTime(ServiceTime.Shape.EXPONENTIAL, 130_000);
        return new SsdParameters(CAPACITY, channels, placement, 8, service, service, 0, 0, 0);
    }

    private static SsdParameters constant(int channels, long bytesPerSecond) {
        return new SsdParameters(CAPACITY, channels, Placement.STRIPED, 8, READ, PROGRAM, 500, 700, bytesPerSecond);
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "1, 8", "4, 1", "4, 4", "4, 32", "16, 4", "16, 16", "16, 64", "16, 125", "14, 128"})
    void shouldFollowTheThroughputLawOfIndependentChannels(int channels, int depth) {
        Emulation emulation = new Emulation(1, ClockSettings.VIRTUAL);
        SsdDrive drive = emulation.add("sda", new SsdDrive(exponential(channels, Placement.RANDOM)));
        ClosedLoop loop = new ClosedLoop(drive.ref(BlockTarget.class), depth, CAPACITY, 2_000_000_000L);
        emulation.add("host", loop);
        RunResult result = emulation.run();
        double law = 1e9 / 130_000 * channels * depth / (depth + channels - 1);
        assertThat(loop.done() / 2.0).isCloseTo(law, within(0.03 * law));
        SsdStatistics statistics = drive.statistics(result.emulatedNs());
        assertThat(statistics.utilisation(result.emulatedNs()))
                .isCloseTo((double) depth / (depth + channels - 1), within(0.03));
        assertThat(statistics.inFlight()).isEqualTo(depth);
        assertThat(statistics.completed()).isEqualTo(loop.done());
    }

    @Test
    void shouldSpreadStripesEvenlyOverChannels() {
        Emulation emulation = new Emulation(1, ClockSettings.VIRTUAL);
        SsdDrive drive = emulation.add("sda", new SsdDrive(constant(4, 0)));
        Script script = emulation.add("host", new Script(drive.ref(BlockTarget.class), 1_000_000));
        for (int i = 0; i < 500; i++) {
            script.at(0, i, Op.READ, i * 8L, 8);
        }
        emulation.run();
        assertThat(drive.statistics(1_000_000).channelBusyNs()).isEqualTo(Collections.nCopies(4, 125_000L));
    }

    @Test
    void shouldPlaceAtRandomWhateverTheAddress() {
        Emulation emulation = new Emulation(1, ClockSettings.VIRTUAL);
        SsdParameters parameters = new SsdParameters(CAPACITY, 4, Placement.RANDOM, 8, READ, PROGRAM, 0, 0, 0);
        SsdDrive drive = emulation.add("sda", new SsdDrive(parameters));
        Script script = emulation.add("host", new Script(drive.ref(BlockTarget.class), 10_000_000));
        for (int i = 0; i < 4_000; i++) {
            script.at(0, i, Op.READ, 64, 8);
        }
        emulation.run();
        assertThat(drive.statistics(10_000_000).channelBusyNs())
                .allSatisfy(busyNs -> assertThat(busyNs).isBetween(900_000L, 1_100_000L));
    }

    @Test
    void shouldServeEachChannelFirstComeFirstServed() {
        Emulation emulation = new Emulation(1, ClockSettings.VIRTUAL);
        SsdDrive drive = emulation.add("sda", new SsdDrive(constant(2, 0)));
        Script script = emulation
                .add("host", new Script(drive.ref(BlockTarget.class), 1_000_000))
                .at(0, 0, Op.WRITE, 0, 8)
                .at(10, 1, Op.READ, 16, 8)
                .at(20, 2, Op.READ, 15, 1)
                .at(9_000, 3, Op.READ, 0, 8);
        emulation.run();
        assertThat(script.log()).containsExactly("2 GOOD@1020", "0 GOOD@3000", "1 GOOD@4000", "3 GOOD@10000");
    }

    @Test
    void shouldFlushAndDiscardBesideTheChannels() {
        Emulation emulation = new Emulation(1, ClockSettings.VIRTUAL);
        SsdDrive drive = emulation.add("sda", new SsdDrive(constant(1, 0)));
        Script script = emulation
                .add("host", new Script(drive.ref(BlockTarget.class), 1_000_000))
                .at(0, 0, Op.WRITE, 0, 8)
                .at(0, 1, Op.FLUSH, 0, 0)
                .at(0, 2, Op.DISCARD, 64, 512);
        emulation.run();
        assertThat(script.log()).containsExactly("1 GOOD@500", "2 GOOD@700", "0 GOOD@3000");
        assertThat(drive.statistics(600)).isEqualTo(new SsdStatistics(0, 1, 1, 1, 0, 0, 8, 512, 2, List.of(600L)));
    }

    @Test
    void shouldTakeLongerForMoreBytesIfTheChannelHasARate() {
        Emulation emulation = new Emulation(1, ClockSettings.VIRTUAL);
        SsdDrive drive = emulation.add("sda", new SsdDrive(constant(2, 512_000_000)));
        Script script = emulation
                .add("host", new Script(drive.ref(BlockTarget.class), 1_000_000))
                .at(0, 0, Op.READ, 0, 8)
                .at(0, 1, Op.WRITE, 8, 256);
        emulation.run();
        assertThat(script.log()).containsExactly("0 GOOD@9000", "1 GOOD@259000");
    }

    @Test
    void shouldRejectWhatDoesNotLieOnTheDrive() {
        Emulation emulation = new Emulation(1, ClockSettings.VIRTUAL);
        SsdDrive drive = emulation.add("sda", new SsdDrive(constant(1, 0)));
        Script script = emulation
                .add("host", new Script(drive.ref(BlockTarget.class), 1_000_000))
                .at(0, 0, Op.READ, CAPACITY - 8, 8)
                .at(1, 1, Op.READ, CAPACITY - 7, 8)
                .at(2, 2, Op.WRITE, -1, 8)
                .at(3, 3, Op.WRITE, Long.MAX_VALUE, 8)
                .at(4, 4, Op.DISCARD, 0, 0)
                .at(5, 5, Op.FLUSH, CAPACITY, 0);
        emulation.run();
        assertThat(script.log())
                .containsExactly(
                        "1 ILLEGAL_REQUEST@1",
                        "2 ILLEGAL_REQUEST@2",
                        "3 ILLEGAL_REQUEST@3",
                        "4 ILLEGAL_REQUEST@4",
                        "5 GOOD@505",
                        "0 GOOD@1000");
        SsdStatistics statistics = drive.statistics(1_000_000);
        assertThat(statistics.rejected()).isEqualTo(4);
        assertThat(statistics.commands()).isEqualTo(2);
    }

    private static List<String> logOf(long seed) {
        Emulation emulation = new Emulation(seed, ClockSettings.VIRTUAL);
        SsdDrive drive = emulation.add("sda", new SsdDrive(exponential(4, Placement.RANDOM)));
        ClosedLoop loop = new ClosedLoop(drive.ref(BlockTarget.class), 16, CAPACITY, 30_000_000);
        emulation.add("host", loop);
        emulation.run();
        return loop.log();
    }

    @Test
    void shouldGiveTheSameRunForTheSameSeedOnly() {
        List<String> log = logOf(1);
        assertThat(log).hasSizeGreaterThan(500);
        assertThat(logOf(1)).isEqualTo(log);
        assertThat(logOf(2)).isNotEqualTo(log);
    }

    @Test
    void shouldRefuseParametersOutsideTheirRange() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SsdParameters(0, 1, Placement.RANDOM, 1, READ, READ, 0, 0, 0))
                .withMessage("capacitySectors must be between 1 and 18014398509481984: 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SsdParameters(1, 0, Placement.RANDOM, 1, READ, READ, 0, 0, 0))
                .withMessageContaining("channels");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SsdParameters(1, 1, Placement.RANDOM, 0, READ, READ, 0, 0, 0))
                .withMessageContaining("stripeSectors");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SsdParameters(1, 1, Placement.RANDOM, 1, READ, READ, -1, 0, 0))
                .withMessageContaining("flushNs");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SsdParameters(1, 1, Placement.RANDOM, 1, READ, READ, 0, -1, 0))
                .withMessageContaining("discardNs");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SsdParameters(1, 1, Placement.RANDOM, 1, READ, READ, 0, 0, -1))
                .withMessageContaining("channelBytesPerSecond");
    }
}
