package org.mqemu.scsi.lld;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import org.junit.jupiter.api.Test;
import org.mqemu.blkmq.block.BlockQueue;
import org.mqemu.blkmq.block.Disk;
import org.mqemu.blkmq.block.QueueLimits;
import org.mqemu.blkmq.block.Request;
import org.mqemu.scsi.midlayer.ScsiAddress;

class CommandTableTest {
    private static final BlockQueue QUEUE = new BlockQueue() {
        private final Disk disk = new Disk("sda", 0, 8, 1);

        @Override
        public Disk disk() {
            return disk;
        }

        @Override
        public QueueLimits limits() {
            return new QueueLimits(8, 1, 2);
        }
    };

    private static final ScsiAddress ADDRESS = new ScsiAddress(0, 0, 0, 0);

    private final CommandTable table = new CommandTable(4);
    private final Request request = new Request(QUEUE, 2);

    @Test
    void shouldReturnTheRequestOfAnIndexOnce() {
        int serial = table.open(2, request, ADDRESS);
        assertThat(table.close(2, serial)).isSameAs(request);
        assertThatIllegalStateException()
                .isThrownBy(() -> table.close(2, serial))
                .withMessageContaining("index 2");
    }

    @Test
    void shouldFailWhenAnIndexIsUsedTwice() {
        table.open(2, request, ADDRESS);
        assertThatIllegalStateException()
                .isThrownBy(() -> table.open(2, new Request(QUEUE, 3), ADDRESS))
                .withMessageContaining("index 2");
    }

    @Test
    void shouldUseAnIndexAgainWhenItIsClosed() {
        table.close(2, table.open(2, request, ADDRESS));
        assertThat(table.close(2, table.open(2, request, ADDRESS))).isSameAs(request);
    }

    @Test
    void shouldNotTakeALateReplyForTheNextCommands() {
        int late = table.open(2, request, ADDRESS);
        table.takeBack(2);
        assertThat(table.close(2, late)).isNull();
        Request other = new Request(QUEUE, 2);
        int serial = table.open(2, other, ADDRESS);
        assertThat(table.close(2, late)).isNull();
        assertThat(table.close(2, serial)).isSameAs(other);
    }
}
