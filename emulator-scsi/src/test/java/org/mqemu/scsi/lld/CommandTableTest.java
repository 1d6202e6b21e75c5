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

    private CommandTable.Entry found(int index, int serial) {
        CommandTable.Entry entry = table.find(index, serial);
        if (entry == null) {
            throw new AssertionError("index " + index + " is not open");
        }
        return entry;
    }

    @Test
    void shouldGiveACommandToWhoClosesItFirst() {
        int serial = table.open(2, request, ADDRESS);
        CommandTable.Entry entry = found(2, serial);
        assertThat(entry.request()).isSameAs(request);
        assertThat(table.close(2, entry)).isTrue();
        assertThat(table.close(2, entry)).isFalse();
        assertThat(table.find(2, serial)).isNull();
    }

    @Test
    void shouldFailWhenAnIndexIsUsedTwice() {
        table.open(2, request, ADDRESS);
        assertThatIllegalStateException()
                .isThrownBy(() -> table.open(2, new Request(QUEUE, 3), ADDRESS))
                .withMessageContaining("index 2");
    }

    @Test
    void shouldNotTakeALateReplyForTheNextCommands() {
        int late = table.open(2, request, ADDRESS);
        assertThat(table.close(2, found(2, late))).isTrue();
        Request other = new Request(QUEUE, 2);
        int serial = table.open(2, other, ADDRESS);
        assertThat(table.find(2, late)).isNull();
        assertThat(table.find(2, request)).isNull();
        assertThat(found(2, serial).request()).isSameAs(other);
    }

    @Test
    void shouldFindTheCommandsOfADevice() {
        table.open(0, request, ADDRESS);
        table.open(3, new Request(QUEUE, 3), new ScsiAddress(0, 0, 1, 0));
        assertThat(table.openOf(ADDRESS::equals)).containsExactly(0);
        assertThat(table.openOf(address -> true)).containsExactly(0, 3);
    }
}
