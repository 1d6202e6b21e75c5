package org.mqemu.devices.hba;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import org.junit.jupiter.api.Test;

class CommandTableTest {
    private final CommandTable table = new CommandTable(2);

    @Test
    void shouldGiveTheReplyQueueBack() {
        table.open(1, 7);
        table.open(0, 3);
        assertThat(table.close(1)).isEqualTo(7);
        assertThat(table.close(0)).isEqualTo(3);
    }

    @Test
    void shouldLimitTheNumberAndNotTheIndex() {
        table.open(5_000, 1);
        table.open(3, 2);
        assertThat(table.close(5_000)).isEqualTo(1);
        table.open(4, 2);
        assertThatIllegalStateException().isThrownBy(() -> table.open(5, 0)).withMessageContaining("can_queue is 2");
    }

    @Test
    void shouldRefuseAnIndexInUse() {
        table.open(1, 0);
        assertThatIllegalStateException().isThrownBy(() -> table.open(1, 0)).withMessageContaining("in use");
    }

    @Test
    void shouldRefuseAnIndexOutsideTheRange() {
        assertThatIllegalStateException().isThrownBy(() -> table.open(-1, 0));
        assertThatIllegalStateException().isThrownBy(() -> table.open(CommandTable.MAX_INDEX, 0));
    }

    @Test
    void shouldRefuseToCloseWhatIsNotOpen() {
        table.open(1, 0);
        table.close(1);
        assertThatIllegalStateException().isThrownBy(() -> table.close(1)).withMessageContaining("not open");
        assertThatIllegalStateException().isThrownBy(() -> table.close(900)).withMessageContaining("not open");
        assertThatIllegalStateException().isThrownBy(() -> table.close(-1)).withMessageContaining("not open");
    }

    @Test
    void shouldRememberTheMostThatWereOpen() {
        table.open(0, 0);
        table.open(1, 0);
        table.close(0);
        assertThat(table.open()).isEqualTo(1);
        assertThat(table.maxOpen()).isEqualTo(2);
    }
}
