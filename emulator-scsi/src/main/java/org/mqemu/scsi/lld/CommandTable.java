package org.mqemu.scsi.lld;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.mqemu.blkmq.block.Request;
import org.mqemu.scsi.midlayer.ScsiAddress;

/**
 * A driver's table of commands that its host has, by command index.
 *
 * <p>Each use of an index has a serial of its own, so that a reply that was on the way while error handling took the
 * index back is told from the next command's. Shared by the CPUs that submit and complete; of a reply and error handling
 * that meet at a command, one gets it.
 */
final class CommandTable {
    /**
     * A command that the host has.
     *
     * @param serial which use of the index it is
     * @param request its request
     * @param address its device
     */
    record Entry(int serial, Request request, ScsiAddress address) {}

    private final AtomicReferenceArray<@Nullable Entry> commands;
    /** The serial of the last use of each index; an index has one user at a time. */
    private final int[] serials;

    CommandTable(int size) {
        commands = new AtomicReferenceArray<>(size);
        serials = new int[size];
    }

    /** Opens a command to a device and returns its serial. */
    int open(int index, Request request, ScsiAddress address) {
        if (commands.get(index) != null) {
            throw new IllegalStateException("command index " + index + " is in use twice");
        }
        int serial = ++serials[index];
        commands.set(index, new Entry(serial, request, address));
        return serial;
    }

    /** Returns a command that is open, or null if it has been taken back. */
    @Nullable Entry find(int index, int serial) {
        Entry entry = commands.get(index);
        return entry != null && entry.serial() == serial ? entry : null;
    }

    /** Returns a request's command if it is open, or null. */
    @Nullable Entry find(int index, Request request) {
        Entry entry = index < 0 ? null : commands.get(index);
        return entry != null && entry.request() == request ? entry : null;
    }

    /**
     * Closes a command, because it was answered or because the host will not answer it.
     *
     * @param index its index
     * @param entry what {@link #find} returned
     * @return whether it was open; if not, somebody else has closed it
     */
    boolean close(int index, Entry entry) {
        return commands.compareAndSet(index, entry, null);
    }

    /** Returns the indexes of the open commands to some devices. */
    List<Integer> openOf(Predicate<ScsiAddress> which) {
        List<Integer> open = new ArrayList<>();
        for (int index = 0; index < serials.length; index++) {
            Entry entry = commands.get(index);
            if (entry != null && which.test(entry.address())) {
                open.add(index);
            }
        }
        return open;
    }

    /** Returns the open command with an index, or null. */
    @Nullable Entry at(int index) {
        return commands.get(index);
    }
}
