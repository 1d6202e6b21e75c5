package org.mqemu.devices.fault;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.mqemu.api.hardware.BlockCommand;

/**
 * The commands that a logical unit holds, in the order of their arrival, by numbers of its own: several senders may use
 * the same ones. Remembers the commands that were ended before their answer, so that a late one is told from a wrong
 * one. Not thread-safe.
 */
final class OpenCommands {
    private final Map<Long, OpenCommand> open = new LinkedHashMap<>();
    private final Set<Long> ended = new HashSet<>();
    private long nextToken;
    private int sent;

    OpenCommand open(BlockCommand command) {
        OpenCommand opened = new OpenCommand(nextToken++, command);
        open.put(opened.token(), opened);
        return opened;
    }

    void sent(OpenCommand command, long nowNs, double factor) {
        command.sent(nowNs, factor);
        sent++;
    }

    /** Takes a command out; its answer, if one is still to come, will be late. */
    void close(OpenCommand command) {
        if (open.remove(command.token()) == null) {
            throw new IllegalStateException("a command is closed twice: " + command.command());
        }
        if (command.isSent()) {
            sent--;
        }
        if (command.isAwaited()) {
            ended.add(command.token());
        }
    }

    /**
     * Finds the command that is answered.
     *
     * @return it, or null if it was ended before
     * @throws IllegalStateException if there was none
     */
    @Nullable OpenCommand answered(long token) {
        OpenCommand found = open.get(token);
        if (found == null && !ended.remove(token)) {
            throw new IllegalStateException("the drive answers a command that it does not have: " + token);
        }
        return found;
    }

    /** Finds a command by its sender's number. */
    @Nullable OpenCommand find(long senderToken, int senderId) {
        for (OpenCommand command : open.values()) {
            if (command.command().token() == senderToken
                    && command.command().replyTo().id() == senderId) {
                return command;
            }
        }
        return null;
    }

    boolean isOpen(OpenCommand command) {
        return open.containsKey(command.token());
    }

    /** Returns all, in the order of their arrival, as they are now. */
    List<OpenCommand> all() {
        return List.copyOf(open.values());
    }

    int size() {
        return open.size();
    }

    /** Returns how many of them the drive has. */
    int atDrive() {
        return sent;
    }
}
