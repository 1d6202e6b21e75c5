package org.mqemu.scsi.midlayer;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mqemu.api.stats.WaitCounts;
import org.mqemu.blkmq.sync.CacheLine;

/**
 * A SCSI target (scsi_target): its logical units, and how many commands they have together of how many it takes.
 *
 * <p>Under the legacy stack {@code target_busy} is guarded by the host_lock and always counted; under scsi-mq it is an
 * atomic counter on a cache line of its own, and a target without a limit counts nothing and is never blocked. Source:
 * drivers/scsi/scsi_lib.c of 3.15 and of 3.17 to 6.1, scsi_target_queue_ready.
 */
public final class ScsiTarget {
    /** The value of can_queue that means no limit. */
    public static final int NO_LIMIT = 0;

    private final String name;
    private final int canQueue;
    private final @Nullable CacheLine busyLine;
    private final Budget budget;
    private final List<ScsiDevice> devices = new ArrayList<>();
    private boolean underHostLock;

    /**
     * Creates a target without devices.
     *
     * @param name its name, such as {@code target0:0:1}
     * @param canQueue the commands that it takes at once (starget-&gt;can_queue), or {@link #NO_LIMIT}
     * @param busyLine the line of target_busy; may be null under the legacy stack and for a target without a limit
     */
    public ScsiTarget(String name, int canQueue, @Nullable CacheLine busyLine) {
        if (canQueue < 0) {
            throw new IllegalArgumentException(name + ": can_queue must be at least 0: " + canQueue);
        }
        this.name = name;
        this.canQueue = canQueue;
        this.busyLine = busyLine;
        this.budget = new Budget(
                name + ": target_busy",
                canQueue == NO_LIMIT ? Integer.MAX_VALUE : canQueue,
                new Blocked(Blocked.TARGET));
    }

    /** Returns the name, such as {@code target0:0:1}. */
    public String name() {
        return name;
    }

    /** Returns its logical units, in the order of their discovery. */
    public List<ScsiDevice> devices() {
        return List.copyOf(devices);
    }

    void add(ScsiDevice device) {
        devices.add(device);
    }

    /** Its commands are counted under the host_lock, limit or not: the legacy stack. */
    void countUnderHostLock() {
        underHostLock = true;
    }

    /** Returns whether its commands are counted. */
    boolean isCounted() {
        return canQueue != NO_LIMIT || underHostLock;
    }

    CacheLine busyLine() {
        CacheLine line = busyLine;
        if (line == null) {
            throw new IllegalStateException(name + " has no line for target_busy");
        }
        return line;
    }

    Budget.Answer ask() {
        return budget.ask();
    }

    void givePlace() {
        budget.give();
    }

    /** Takes a place even if there is none (scsi_kill_request). */
    void takeAnyPlace() {
        budget.force();
    }

    /** Returns whether whoever asked now would get no place (scsi_target_is_busy). */
    boolean isBusy() {
        return isCounted() && budget.isBusy();
    }

    Blocked blocked() {
        return budget.blocked();
    }

    /** Returns the commands that the target has now (target_busy), 0 if they are not counted. */
    public int busy() {
        return budget.busy();
    }

    /** Returns how many commands were given a place, and how many found none, since the start. */
    public WaitCounts places() {
        return budget.counts();
    }
}
