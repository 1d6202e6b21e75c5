package org.mqemu.scsi.midlayer;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mqemu.api.hardware.CommandStatus;
import org.mqemu.blkmq.fio.FioThread;
import org.mqemu.scsi.support.ScsiFixture;
import org.mqemu.scsi.support.ScsiParameters;

class FailedCommandsTest {

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldArriveAtTheThreadAsErrorsAndAtTheDiskAsFailed(boolean mq) {
        ScsiFixture machine =
                new ScsiFixture(ScsiParameters.of(mq, 2).devices(3).limits(4, 3, 16));
        FioThread medium = machine.load(0, 4, 2, 90, 0);
        FioThread illegal = machine.load(1, 4, 2, 80, 1);
        FioThread good = machine.load(1, 2, 1, 70, 2);
        machine.hba().endsAs((command, n) -> {
            if (command.lun() == 0 && n % 3 == 0) {
                return CommandStatus.MEDIUM_ERROR;
            }
            return command.lun() == 1 && n % 4 == 0 ? CommandStatus.ILLEGAL_REQUEST : CommandStatus.GOOD;
        });
        machine.run();
        assertThat(medium.errors()).isEqualTo(30);
        assertThat(illegal.errors()).isEqualTo(20);
        assertThat(good.errors()).isZero();
        assertThat(machine.disk(0).total().failed()).isEqualTo(30);
        assertThat(machine.disk(0).total().completed()).isEqualTo(60);
        assertThat(machine.disk(1).total().failed()).isEqualTo(20);
        assertThat(machine.disk(2).total().failed()).isZero();
    }
}
