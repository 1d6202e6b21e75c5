package org.mqemu.scsi.lld;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.mqemu.api.hardware.CommandStatus;
import org.mqemu.api.hardware.Op;
import org.mqemu.scsi.lld.ScsiDebugFaults.Kind;

class ScsiDebugFaultsTest {
    private static long count(ScsiDebugFaults faults, int commands, Kind kind, CommandStatus status) {
        long count = 0;
        for (int i = 0; i < commands; i++) {
            ScsiDebugFaults.Fault fault = faults.next(i % 2 == 0 ? Op.WRITE : Op.TEST_UNIT_READY, 0, 8);
            count += fault.kind() == kind && fault.status() == status ? 1 : 0;
        }
        return count;
    }

    @Test
    void shouldIgnoreEveryNthCommand() {
        assertThat(count(new ScsiDebugFaults(4, 100), 252, Kind.IGNORE, CommandStatus.GOOD))
                .isEqualTo(2);
        assertThat(count(new ScsiDebugFaults(0x80, 3), 12, Kind.IGNORE, CommandStatus.GOOD))
                .isEqualTo(2);
        assertThat(count(new ScsiDebugFaults(4, 0), 252, Kind.IGNORE, CommandStatus.GOOD))
                .isZero();
    }

    @Test
    void shouldRefuseOrAbortEveryNthCommand() {
        assertThat(count(new ScsiDebugFaults(0x8000, 5), 20, Kind.REFUSE, CommandStatus.BUSY))
                .isEqualTo(4);
        assertThat(count(new ScsiDebugFaults(0x10, 3), 12, Kind.ANSWER, CommandStatus.ABORTED_COMMAND))
                .isEqualTo(2);
    }

    @Test
    void shouldFailReadsOfTheBadSectorsOnly() {
        ScsiDebugFaults faults = new ScsiDebugFaults(2, 0);
        assertThat(faults.next(Op.READ, 0x1234 - 8, 8).status()).isEqualTo(CommandStatus.GOOD);
        assertThat(faults.next(Op.READ, 0x1234 - 7, 8).status()).isEqualTo(CommandStatus.MEDIUM_ERROR);
        assertThat(faults.next(Op.READ, 0x1234 + 9, 1).status()).isEqualTo(CommandStatus.MEDIUM_ERROR);
        assertThat(faults.next(Op.READ, 0x1234 + 10, 1).status()).isEqualTo(CommandStatus.GOOD);
        assertThat(faults.next(Op.WRITE, 0x1234, 8).status()).isEqualTo(CommandStatus.GOOD);
    }

    @Test
    void shouldKnowNoOtherBits() {
        assertThatIllegalArgumentException().isThrownBy(() -> new ScsiDebugFaults(0x800, 1));
    }
}
