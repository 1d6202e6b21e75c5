package org.mqemu.scsi.midlayer;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;
import org.mqemu.api.engine.Audit;
import org.mqemu.api.engine.Component;
import org.mqemu.api.stats.WaitCounts;
import org.mqemu.blkmq.sync.CacheLine;
import org.mqemu.blkmq.sync.Lock;

/**
 * A SCSI host adapter (Scsi_Host): how many commands it takes, how many it has, which devices starve.
 *
 * <p>Under the legacy stack {@code host_busy} and the starved list are guarded by the host_lock; under scsi-mq
 * {@code host_busy} is an atomic counter on a cache line of its own.
 */
public final class ScsiHost {
    private final String name;
    private final int number;
    private final int canQueue;
    private final @Nullable Lock hostLock;
    private final CacheLine busyLine;
    private final Budget budget;
    private final ArrayDeque<ScsiDevice> starved = new ArrayDeque<>();

    /**
     * Creates a host that has no commands.
     *
     * @param name its name, such as {@code host0}
     * @param canQueue the commands that it takes at once, at least 1
     * @param hostLock the host_lock, or null under scsi-mq
     * @param busyLine the line of host_busy under scsi-mq
     */
    public ScsiHost(String name, int canQueue, @Nullable Lock hostLock, CacheLine busyLine) {
        this(name, 0, canQueue, hostLock, busyLine);
    }

    /**
     * Creates a host that has no commands.
     *
     * @param name its name, such as {@code host0}
     * @param number its number among the hosts of its HBA, from 0
     * @param canQueue the commands that it takes at once, at least 1
     * @param hostLock the host_lock, or null under scsi-mq
     * @param busyLine the line of host_busy under scsi-mq
     */
    public ScsiHost(String name, int number, int canQueue, @Nullable Lock hostLock, CacheLine busyLine) {
        if (canQueue < 1) {
            throw new IllegalArgumentException("can_queue must be at least 1: " + canQueue);
        }
        this.name = name;
        this.number = number;
        this.canQueue = canQueue;
        this.hostLock = hostLock;
        this.busyLine = busyLine;
        this.budget = new Budget(name + ": host_busy", canQueue);
    }

    /** Returns the name. */
    public String name() {
        return name;
    }

    /** Returns the number among the hosts of its HBA. */
    public int number() {
        return number;
    }

    /** Returns the commands that the host takes at once. */
    public int canQueue() {
        return canQueue;
    }

    Lock hostLock() {
        Lock lock = hostLock;
        if (lock == null) {
            throw new IllegalStateException(name + " has no host_lock under scsi-mq");
        }
        return lock;
    }

    CacheLine busyLine() {
        return busyLine;
    }

    /** Takes a place, or notes that there is none. */
    boolean takePlace() {
        return budget.take();
    }

    void givePlace() {
        budget.give();
    }

    /** Puts a device on the starved list unless it is there; under the host_lock. */
    void starves(ScsiDevice device) {
        if (!device.isStarved()) {
            device.starved(true);
            starved.add(device);
        }
    }

    /** Takes a device that has got a place off the starved list if it is there; under the host_lock. */
    void served(ScsiDevice device) {
        if (device.isStarved()) {
            device.starved(false);
            starved.remove(device);
        }
    }

    /** Takes a device off the starved list, or returns null; under the host_lock. */
    @Nullable ScsiDevice nextStarved() {
        ScsiDevice device = starved.poll();
        if (device != null) {
            device.starved(false);
        }
        return device;
    }

    /** Returns the number of starved devices; under the host_lock. */
    int starving() {
        return starved.size();
    }

    /** Returns the commands that the host has now (host_busy). */
    public int busy() {
        return budget.busy();
    }

    /** Returns how many commands were given a place, and how many found none, since the start. */
    public WaitCounts places() {
        return budget.counts();
    }

    /**
     * Adds what is left over to an audit's findings.
     *
     * @param audit takes the findings
     * @param holder the component that the host belongs to
     */
    public void audit(Audit audit, Component holder) {
        audit.mustBeZero(holder, "commands in " + name + ".host_busy", budget.busy());
        audit.mustBeZero(holder, "devices on " + name + "'s starved list", starved.size());
    }
}
