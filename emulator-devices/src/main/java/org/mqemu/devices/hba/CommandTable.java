package org.mqemu.devices.hba;

import java.util.Arrays;

/**
 * The commands that an HBA holds, by the driver's command index.
 *
 * <p>Indexes need not be smaller than {@code can_queue} (a driver with several hardware queues may number them queue by
 * queue), so the table grows to the largest index seen; only their number is limited. Not thread-safe.
 */
final class CommandTable {
    /** Indexes are below this. */
    static final int MAX_INDEX = 1 << 24;

    private static final int CLOSED = -1;

    private final int canQueue;
    private int[] replyQueues;
    private int open;
    private int maxOpen;

    CommandTable(int canQueue) {
        this.canQueue = canQueue;
        this.replyQueues = closed(canQueue);
    }

    /** Opens a command and remembers its reply queue. */
    void open(int index, int replyQueue) {
        if (index < 0 || index >= MAX_INDEX) {
            throw new IllegalStateException("command index " + index + " is not between 0 and " + (MAX_INDEX - 1));
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
        replyQueues[index] = replyQueue;
        open++;
        maxOpen = Math.max(maxOpen, open);
    }

    /** Closes a command and returns its reply queue. */
    int close(int index) {
        if (index < 0 || index >= replyQueues.length || replyQueues[index] == CLOSED) {
            throw new IllegalStateException("command index " + index + " ends but is not open");
        }
        int replyQueue = replyQueues[index];
        replyQueues[index] = CLOSED;
        open--;
        return replyQueue;
    }

    int open() {
        return open;
    }

    int maxOpen() {
        return maxOpen;
    }

    private void grow(int index) {
        int[] larger = closed(Math.max(index + 1, replyQueues.length * 2));
        System.arraycopy(replyQueues, 0, larger, 0, replyQueues.length);
        replyQueues = larger;
    }

    private static int[] closed(int length) {
        int[] table = new int[length];
        Arrays.fill(table, CLOSED);
        return table;
    }
}
