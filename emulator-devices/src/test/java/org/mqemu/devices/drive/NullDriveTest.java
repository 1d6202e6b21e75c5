package org.mqemu.devices.drive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.mqemu.api.engine.ClockSettings;
import org.mqemu.api.engine.Emulation;
import org.mqemu.api.hardware.BlockTarget;
import org.mqemu.api.hardware.Op;
import org.mqemu.devices.support.Script;

class NullDriveTest {

    @Test
    void shouldEndEveryCommandAfterTheSameTimeHoweverManyThereAre() {
        Emulation emulation = new Emulation(1, ClockSettings.VIRTUAL);
        NullDrive drive = emulation.add("nullb0", new NullDrive(50));
        Script script = emulation
                .add("host", new Script(drive.ref(BlockTarget.class), 1_000))
                .at(0, 0, Op.READ, 0, 8)
                .at(0, 1, Op.WRITE, 1L << 60, 8)
                .at(10, 2, Op.FLUSH, 0, 0);
        emulation.run();
        assertThat(script.log()).containsExactly("0 GOOD@50", "1 GOOD@50", "2 GOOD@60");
        assertThat(drive.commands()).isEqualTo(3);
        assertThat(drive.inFlight(50)).isEqualTo(1);
        assertThat(drive.inFlight(60)).isZero();
    }

    @Test
    void shouldRefuseANegativeTime() {
        assertThatIllegalArgumentException().isThrownBy(() -> new NullDrive(-1)).withMessageContaining("serviceNs");
    }
}
