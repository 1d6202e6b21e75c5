package org.mqemu.scsi.lld;

import org.jspecify.annotations.Nullable;
import org.mqemu.blkmq.block.Request;

/**
 * A driver's table of commands that its host has, by command index.
 *
 * <p>Shared by the CPUs that submit and complete; a place is written before the host hears of the command and read
 * after it has answered, so the host's messages publish it.
 */
final class CommandTable {
    private final @Nullable Request[] commands;

    CommandTable(int size) {
        commands = new @Nullable Request[size];
    }

    void open(int index, Request request) {
        if (commands[index] != null) {
            throw new IllegalStateException("command index " + index + " is in use twice");
        }
        commands[index] = request;
    }

    Request close(int index) {
        Request request = commands[index];
        if (request == null) {
            throw new IllegalStateException("the host answers command index " + index + ", which is not open");
        }
        commands[index] = null;
        return request;
    }
}
