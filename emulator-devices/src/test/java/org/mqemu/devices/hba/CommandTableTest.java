package org.mqemu.devices.hba;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import org.junit.jupiter.api.Test;
import org.mqemu.api.hardware.HbaCommand;
import org.mqemu.api.hardware.Op;

class CommandTableTest {
    private final CommandTable table = new CommandTable(2);

    private void open(int index, int replyQueue) {
        table.open(new HbaCommand(index, 3, 0, 0, Op.READ, 0, 8, replyQueue));
    }

    @Test
    void shouldGiveTheReplyQueueBack() {
        open(1, 7);
        open(0, 3);
        assertThat(table.close(CommandTable.token(1, 3))).isEqualTo(7);
        assertThat(table.close(CommandTable.token(0, 3))).isEqualTo(3);
    }

    @Test
    void shouldLimitTheNumberAndNotTheIndex() {
        open(5_000, 1);
        open(3, 2);
        assertThat(table.close(CommandTable.token(5_000, 3))).isEqualTo(1);
        open(4, 2);
        assertThatIllegalStateException().isThrownBy(() -> open(5, 0)).withMessageContaining("can_queue is 2");
    }

    @Test
    void shouldRefuseAnIndexInUse() {
        open(1, 0);
        assertThatIllegalStateException().isThrownBy(() -> open(1, 0)).withMessageContaining("in use");
    }

    @Test
    void shouldRefuseAnIndexOutsideTheRange() {
        assertThatIllegalStateException().isThrownBy(() -> open(-1, 0));
        assertThatIllegalStateException().isThrownBy(() -> open(CommandTable.MAX_INDEX, 0));
    }

    @Test
    void shouldRefuseToCloseWhatIsNotOpen() {
        open(1, 0);
        table.close(CommandTable.token(1, 3));
        assertThatIllegalStateException()
                .isThrownBy(() -> table.close(CommandTable.token(1, 3)))
                .withMessageContaining("not open");
        assertThatIllegalStateException()
                .isThrownBy(() -> table.close(CommandTable.token(900, 3)))
                .withMessageContaining("not open");
        assertThatIllegalStateException()
                .isThrownBy(() -> table.close(CommandTable.token(-1, 3)))
                .withMessageContaining("not open");
    }

    @Test
    void shouldRememberTheMostThatWereOpen() {
        open(0, 0);
        open(1, 0);
        table.close(CommandTable.token(0, 3));
        assertThat(table.open()).isEqualTo(1);
        assertThat(table.maxOpen()).isEqualTo(2);
    }
}
