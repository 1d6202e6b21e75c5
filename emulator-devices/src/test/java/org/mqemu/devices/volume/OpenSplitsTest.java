package org.mqemu.devices.volume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.mqemu.api.hardware.BlockCommand;
import org.mqemu.api.hardware.BlockTarget;
import org.mqemu.api.hardware.CommandDone;
import org.mqemu.api.hardware.CommandSink;
import org.mqemu.api.hardware.CommandStatus;
import org.mqemu.api.hardware.Op;
import org.mqemu.devices.drive.NullDrive;
import org.mqemu.devices.support.ClosedLoop;

class OpenSplitsTest {
    private final OpenSplits splits = new OpenSplits();

    private static BlockCommand command(int token) {
        ClosedLoop sink = new ClosedLoop(new NullDrive(0).ref(BlockTarget.class), 1, 8, 0);
        return new BlockCommand(token, Op.READ, 0, 8, sink.ref(CommandSink.class));
    }

    private static CommandDone good(int slot) {
        return new CommandDone(slot, CommandStatus.GOOD);
    }

    @Test
    void shouldGiveTheCommandBackWithItsLastPart() {
        BlockCommand command = command(9);
        int slot = splits.open(command, 3);
        assertThat(splits.partDone(good(slot))).isNull();
        assertThat(splits.partDone(good(slot))).isNull();
        assertThat(splits.partDone(good(slot))).isSameAs(command);
        assertThat(splits.open()).isZero();
    }

    @Test
    void shouldRememberTheWorstStatus() {
        int slot = splits.open(command(9), 3);
        splits.partDone(good(slot));
        splits.partDone(new CommandDone(slot, CommandStatus.MEDIUM_ERROR));
        splits.partDone(good(slot));
        assertThat(splits.worst(slot)).isEqualTo(CommandStatus.MEDIUM_ERROR);
        assertThat(splits.worst(splits.open(command(10), 1))).isEqualTo(CommandStatus.GOOD);
    }

    @Test
    void shouldRefuseAPartOfNoOpenCommand() {
        int slot = splits.open(command(9), 1);
        splits.partDone(good(slot));
        assertThatIllegalStateException().isThrownBy(() -> splits.partDone(good(slot)));
        assertThatIllegalStateException().isThrownBy(() -> splits.partDone(good(-1)));
        assertThatIllegalStateException().isThrownBy(() -> splits.partDone(good(77)));
    }

    @Property(tries = 100)
    void shouldUseNoMoreSlotsThanWereOpenAtOnce(
            @ForAll @Size(max = 300) List<@IntRange(min = -50, max = 60) Integer> steps) {
        OpenSplits table = new OpenSplits();
        Map<Integer, BlockCommand> open = new HashMap<>();
        int most = 0;
        for (int step : steps) {
            if (step >= 0) {
                BlockCommand command = command(step);
                assertThat(open.put(table.open(command, 1), command)).isNull();
                most = Math.max(most, open.size());
            } else if (!open.isEmpty()) {
                int slot = open.keySet().stream()
                        .skip(-step % open.size())
                        .findFirst()
                        .orElseThrow();
                assertThat(table.partDone(good(slot))).isSameAs(open.remove(slot));
            }
            assertThat(table.open()).isEqualTo(open.size());
            assertThat(table.slots()).isEqualTo(most);
        }
    }
}
