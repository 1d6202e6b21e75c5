package org.mqemu.devices.hba;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.mqemu.api.hardware.HbaCommand;

/**
 * The commands that an HBA holds, by the driver's command index.
 *
 * <p>Indexes need not be smaller than {@code can_queue} (a driver with several hardware queues may number them queue by
 * queue), so the table grows to the largest index seen; only their number is limited. A command that a task management
 * function ended is remembered by its token until the drive answers, so that a late answer is told from a wrong one. Not
 * thread-safe.
 */
final class CommandTable {
    /** Indexes are below this. */
    static final int MAX_INDEX = 1 << 24;

    /** What {@link #close} returns for a command that was ended before. */
    static final int GIVEN_UP = -2;

    private static final int CLOSED = -1;
    private static final int INDEX_BITS = 24;

    private final int canQueue;
    private int[] replyQueues;
    private int[] serials;
    private int[] luns;
    private final Set<Long> givenUp = new HashSet<>();
    private int open;
    private int maxOpen;

    CommandTable(int canQueue) {
        this.canQueue = canQueue;
        this.replyQueues = closed(canQueue);
        this.serials = new int[canQueue];
        this.luns = new int[canQueue];
    }

    /** Returns the number by which a drive knows a command. */
    static long token(int index, int serial) {
        return Integer.toUnsignedLong(serial) << INDEX_BITS | index;
    }

    /** Returns the command index in a token. */
    static int indexOf(long token) {
        return (int) (token & (MAX_INDEX - 1));
    }

    /** Returns the serial in a token. */
    static int serialOf(long token) {
        return (int) (token >>> INDEX_BITS);
    }

    /**
     * Opens a command. An index that comes again with another serial has been given up by the driver, whose error handling
     * could not end the command: the firmware forgets the old one.
     *
     * @return whether an old command was forgotten
     */
    boolean open(HbaCommand command) {
        int index = command.index();
        if (index < 0 || index >= MAX_INDEX) {
            throw new IllegalStateException("command index " + index + " is not between 0 and " + (MAX_INDEX - 1));
        }
        boolean forgets = tokenOf(index) >= 0 && serials[index] != command.serial();
        if (forgets) {
            giveUp(tokenOf(index));
        }
        if (open == canQueue) {
            throw new IllegalStateException(
                    "command index " + index + " comes while " + open + " commands are open, can_queue is " + canQueue);
        }
        if (index >= replyQueues.length) {
            grow(index);
        }
        if (replyQueues[index] != CLOSED) {
            throw new IllegalStateException("command index " + index + " is in use already");
        }
        replyQueues[index] = command.replyQueue();
        serials[index] = command.serial();
        luns[index] = command.lun();
        open++;
        maxOpen = Math.max(maxOpen, open);
        return forgets;
    }

    /** Returns whether the command is open. */
    boolean isOpen(int index, int serial) {
        return index >= 0 && index < replyQueues.length && replyQueues[index] != CLOSED && serials[index] == serial;
    }

    /** Closes a command that its drive has answered and returns its reply queue, or {@link #GIVEN_UP}. */
    int close(long token) {
        int index = indexOf(token);
        if (isOpen(index, serialOf(token))) {
            return close(index);
        }
        if (givenUp.remove(token)) {
            return GIVEN_UP;
        }
        throw new IllegalStateException("command index " + index + " ends but is not open");
    }

    private int close(int index) {
        int replyQueue = replyQueues[index];
        replyQueues[index] = CLOSED;
        open--;
        return replyQueue;
    }

    /** Returns the token of the open command with an index, or -1 if there is none. */
    long tokenOf(int index) {
        return index >= 0 && index < replyQueues.length && replyQueues[index] != CLOSED
                ? token(index, serials[index])
                : -1;
    }

    /** Returns the reply queue of an open command. */
    int replyQueueOf(long token) {
        return replyQueues[indexOf(token)];
    }

    /** Ends a command that its drive has not answered, whose answer will be dropped; returns false if it is not open. */
    boolean giveUp(long token) {
        boolean found = token >= 0 && isOpen(indexOf(token), serialOf(token));
        if (found) {
            close(indexOf(token));
            givenUp.add(token);
        }
        return found;
    }

    /** Returns the tokens of a logical unit's open commands, or of all with -1, in the order of their indexes. */
    List<Long> openOf(int lun) {
        List<Long> tokens = new ArrayList<>();
        for (int index = 0; index < replyQueues.length; index++) {
            if (replyQueues[index] != CLOSED && (lun < 0 || luns[index] == lun)) {
                tokens.add(token(index, serials[index]));
            }
        }
        return tokens;
    }

    int open() {
        return open;
    }

    int maxOpen() {
        return maxOpen;
    }

    private void grow(int index) {
        int length = Math.max(index + 1, replyQueues.length * 2);
        int[] larger = closed(length);
        System.arraycopy(replyQueues, 0, larger, 0, replyQueues.length);
        replyQueues = larger;
        serials = Arrays.copyOf(serials, length);
        luns = Arrays.copyOf(luns, length);
    }

    private static int[] closed(int length) {
        int[] table = new int[length];
        Arrays.fill(table, CLOSED);
        return table;
    }
}
