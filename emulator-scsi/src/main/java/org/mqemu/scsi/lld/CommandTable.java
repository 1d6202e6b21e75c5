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
 * index back is told from the next command's. Shared by the CPUs that submit and complete; a place is written before the
 * host hears of the command and read after it has answered, so the host's messages publish it. Of a reply and error
 * handling that meet at a command, one gets it.
 */
final class CommandTable {
    private final AtomicReferenceArray<@Nullable Request> commands;
    private final @Nullable ScsiAddress[] addresses;
    private final int[] serials;

    CommandTable(int size) {
        addresses = new @Nullable ScsiAddress[size];
        commands = new AtomicReferenceArray<>(size);
        serials = new int[size];
    }

    int size() {
        return serials.length;
    }

    /** Opens a command to a device and returns its serial. */
    int open(int index, Request request, ScsiAddress address) {
        if (commands.getPlain(index) != null) {
            throw new IllegalStateException("command index " + index + " is in use twice");
        }
        int serial = ++serials[index];
        addresses[index] = address;
        commands.setRelease(index, request);
        return serial;
    }

    /** Closes a command, or returns null if it has been taken back. */
    @Nullable Request close(int index, int serial) {
        if (serials[index] != serial) {
            return null;
        }
        Request request = commands.getAndSet(index, null);
        if (request == null) {
            throw new IllegalStateException("the host answers command index " + index + ", which is not open");
        }
        return request;
    }

    /** Takes a command back that the host will not answer; returns false if it is not open any more. */
    boolean takeBack(int index) {
        boolean taken = commands.getAndSet(index, null) != null;
        serials[index]++;
        return taken;
    }

    /** Returns whether a request is open. */
    boolean isOpen(int index, Request request) {
        return index >= 0 && commands.getAcquire(index) == request;
    }

    /** Returns the indexes of the open commands to some devices. */
    List<Integer> openOf(Predicate<ScsiAddress> which) {
        List<Integer> open = new ArrayList<>();
        for (int index = 0; index < serials.length; index++) {
            Request request = commands.getAcquire(index);
            ScsiAddress address = addresses[index];
            if (request != null && address != null && which.test(address)) {
                open.add(index);
            }
        }
        return open;
    }
}
