package org.mqemu.devices.volume;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.mqemu.api.hardware.BlockCommand;
import org.mqemu.api.hardware.CommandDone;
import org.mqemu.api.hardware.CommandStatus;

/**
 * The commands of which parts are under way, in slots that are used again; a slot is the parts' token.
 *
 * <p>Does not allocate once it has grown to the largest number at once. Not thread-safe.
 */
final class OpenSplits {
    private @Nullable BlockCommand[] commands = new @Nullable BlockCommand[16];
    private int[] partsLeft = new int[16];
    private CommandStatus[] worst = new CommandStatus[16];
    /** The next free slot behind each free one. */
    private int[] nextFree = new int[16];

    private int firstFree = -1;
    private int used;
    private int open;

    /** Opens a slot for a command. */
    int open(BlockCommand command, int parts) {
        int slot = firstFree;
        if (slot >= 0) {
            firstFree = nextFree[slot];
        } else {
            slot = used++;
            if (slot == commands.length) {
                grow();
            }
        }
        commands[slot] = command;
        partsLeft[slot] = parts;
        worst[slot] = CommandStatus.GOOD;
        open++;
        return slot;
    }

    /** Notes the end of a part and returns the command if that was its last one. */
    @Nullable BlockCommand partDone(CommandDone done) {
        int slot = (int) done.token();
        BlockCommand command = slot >= 0 && slot < used ? commands[slot] : null;
        if (command == null) {
            throw new IllegalStateException("a part of no open command ends: " + done);
        }
        if (done.status().compareTo(worst[slot]) > 0) {
            worst[slot] = done.status();
        }
        if (--partsLeft[slot] > 0) {
            return null;
        }
        commands[slot] = null;
        nextFree[slot] = firstFree;
        firstFree = slot;
        open--;
        return command;
    }

    /** Returns the worst status of the slot's parts; valid until the slot is opened again. */
    CommandStatus worst(int slot) {
        return worst[slot];
    }

    int open() {
        return open;
    }

    /** Returns the number of slots ever used at once. */
    int slots() {
        return used;
    }

    private void grow() {
        int length = commands.length * 2;
        commands = Arrays.copyOf(commands, length);
        partsLeft = Arrays.copyOf(partsLeft, length);
        worst = Arrays.copyOf(worst, length);
        nextFree = Arrays.copyOf(nextFree, length);
    }
}
