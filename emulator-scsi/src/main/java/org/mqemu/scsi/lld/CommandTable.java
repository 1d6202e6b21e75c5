package org.mqemu.scsi.lld;

import org.jspecify.annotations.Nullable;
import org.mqemu.blkmq.block.Request;

/**
 * A driver's table of commands that its host has, by command index.
 *
 * <p>Each use of an index has a serial of its own, so that a reply that was on the way while error handling took the
 * index back is told from the next command's. Shared by the CPUs that submit and complete; a place is written before the
 * host hears of the command and read after it has answered, so the host's messages publish it.
 */
final class CommandTable {
    private final @Nullable Request[] commands;
    private final int[] serials;

    CommandTable(int size) {
        commands = new @Nullable Request[size];
        serials = new int[size];
    }

    /** Opens a command and returns its serial. */
    int open(int index, Request request) {
        if (commands[index] != null) {
            throw new IllegalStateException("command index " + index + " is in use twice");
        }
        commands[index] = request;
        return ++serials[index];
    }

    /** Closes a command, or returns null if it has been taken back. */
    @Nullable Request close(int index, int serial) {
        if (serials[index] != serial) {
            return null;
        }
        Request request = commands[index];
        if (request == null) {
            throw new IllegalStateException("the host answers command index " + index + ", which is not open");
        }
        commands[index] = null;
        return request;
    }

    /** Takes a command back that the host will not answer, or no more. */
    void takeBack(int index) {
        commands[index] = null;
        serials[index]++;
    }

    /** Returns whether a command is open. */
    boolean isOpen(int index) {
        return commands[index] != null;
    }
}
