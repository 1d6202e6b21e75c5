package org.mqemu.scsi.error;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mqemu.api.hardware.CommandStatus;
import org.mqemu.api.hardware.Op;
import org.mqemu.blkmq.block.BlockStatus;
import org.mqemu.blkmq.block.Request;

class DecideDispositionTest {
    private static final class Command implements DecideDisposition.Command {
        private final Op op;
        private int failfast;
        private boolean online = true;
        private boolean expects;
        private int retries;

        Command(Op op) {
            this.op = op;
        }

        @Override
        public Op op() {
            return op;
        }

        @Override
        public int failfast() {
            return failfast;
        }

        @Override
        public boolean online() {
            return online;
        }

        @Override
        public boolean expectedUnitAttention() {
            boolean expected = expects;
            expects = false;
            return expected;
        }

        @Override
        public boolean retryAllowed() {
            return ++retries <= 5;
        }
    }

    @ParameterizedTest
    @CsvSource({
        "GOOD,             READ,  SUCCESS",
        "BUSY,             READ,  ADD_TO_MLQUEUE",
        "TASK_SET_FULL,    WRITE, ADD_TO_MLQUEUE",
        "UNIT_ATTENTION,   READ,  SUCCESS",
        "NOT_READY,        READ,  NEEDS_RETRY",
        "ABORTED_COMMAND,  READ,  NEEDS_RETRY",
        "RESET,            READ,  SUCCESS",
        "TRANSPORT_ERROR,  WRITE, NEEDS_RETRY",
        "MEDIUM_ERROR,     READ,  SUCCESS",
        "MEDIUM_ERROR,     WRITE, NEEDS_RETRY",
        "HARDWARE_ERROR,   READ,  SUCCESS",
        "ILLEGAL_REQUEST,  READ,  SUCCESS",
        "NO_CONNECT,       READ,  SUCCESS",
        "TIMED_OUT,        READ,  FAILED",
        "TIMED_OUT,        TEST_UNIT_READY, SUCCESS",
    })
    void shouldDecideByTheStatus(CommandStatus status, Op op, Disposition disposition) {
        assertThat(DecideDisposition.of(status, new Command(op))).isEqualTo(disposition);
    }

    @Test
    void shouldPassOnWhateverADeviceSaysThatIsOffline() {
        for (CommandStatus status : CommandStatus.values()) {
            Command command = new Command(Op.READ);
            command.online = false;
            assertThat(DecideDisposition.of(status, command)).isEqualTo(Disposition.SUCCESS);
        }
    }

    @Test
    void shouldAllowFiveRetries() {
        Command command = new Command(Op.READ);
        for (int i = 0; i < 5; i++) {
            assertThat(DecideDisposition.of(CommandStatus.ABORTED_COMMAND, command))
                    .isEqualTo(Disposition.NEEDS_RETRY);
        }
        assertThat(DecideDisposition.of(CommandStatus.ABORTED_COMMAND, command)).isEqualTo(Disposition.SUCCESS);
    }

    @Test
    void shouldRetryTheUnitAttentionThatAResetBrings() {
        Command command = new Command(Op.READ);
        command.expects = true;
        assertThat(DecideDisposition.of(CommandStatus.UNIT_ATTENTION, command)).isEqualTo(Disposition.NEEDS_RETRY);
        assertThat(DecideDisposition.of(CommandStatus.UNIT_ATTENTION, command)).isEqualTo(Disposition.SUCCESS);
    }

    @Test
    void shouldStillRequeueWhatFailsFastWhenADeviceIsOnlyBusy() {
        Command command = new Command(Op.READ);
        command.failfast = Request.FAILFAST_DEV | Request.FAILFAST_TRANSPORT | Request.FAILFAST_DRIVER;
        assertThat(DecideDisposition.of(CommandStatus.BUSY, command)).isEqualTo(Disposition.ADD_TO_MLQUEUE);
        assertThat(DecideDisposition.of(CommandStatus.ABORTED_COMMAND, command)).isEqualTo(Disposition.SUCCESS);
        assertThat(DecideDisposition.of(CommandStatus.TRANSPORT_ERROR, command)).isEqualTo(Disposition.NEEDS_RETRY);
    }

    @ParameterizedTest
    @CsvSource({
        "GOOD, READ, OK, 0",
        "MEDIUM_ERROR, READ, MEDIUM, 61",
        "MEDIUM_ERROR, WRITE, IOERR, 5",
        "HARDWARE_ERROR, READ, TARGET, 121",
        "ILLEGAL_REQUEST, WRITE, TARGET, 121",
        "TIMED_OUT, READ, IOERR, 5",
        "NO_CONNECT, READ, IOERR, 5",
        "ABORTED_COMMAND, READ, IOERR, 5",
    })
    void shouldTellTheBlockLayerHowACommandEnded(CommandStatus status, Op op, BlockStatus blockStatus, int errno) {
        assertThat(ResultToBlockStatus.of(status, op)).isEqualTo(blockStatus);
        assertThat(blockStatus.errno()).isEqualTo(errno);
    }

    @ParameterizedTest
    @CsvSource({
        "READ, 0x1234, 8, false, 1000000, Read(10) 28 00 00 00 12 34 00 00 08 00",
        "WRITE, 0x12345678, 256, true, 4000000000, Write(10) 2a 08 12 34 56 78 00 01 00 00",
        "READ, 0x123456789, 8, false, 6000000000, Read(16) 88 00 00 00 00 01 23 45 67 89 00 00 00 08 00 00",
        "WRITE, 16, 0x10000, false, 1000000, Write(16) 8a 00 00 00 00 00 00 00 00 10 00 01 00 00 00 00",
        "FLUSH, 0, 0, false, 1000000, Synchronize Cache(10) 35 00 00 00 00 00 00 00 00 00",
    })
    void shouldBuildTheCommandThatSdBuilds(
            Op op, String sector, String sectors, boolean fua, long deviceSectors, String text) {
        assertThat(Cdb.text(op, Long.decode(sector), Integer.decode(sectors), fua, deviceSectors))
                .isEqualTo(text);
    }
}
