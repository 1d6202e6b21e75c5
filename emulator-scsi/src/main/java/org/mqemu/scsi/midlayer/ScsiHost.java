package org.mqemu.scsi.midlayer;

import java.util.ArrayDeque;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.mqemu.api.engine.Audit;
import org.mqemu.api.engine.Component;
import org.mqemu.api.stats.WaitCounts;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.sync.CacheLine;
import org.mqemu.blkmq.sync.Lock;

/**
 * A SCSI host adapter (Scsi_Host): how many commands it takes, how many it has, which devices starve.
 *
 * <p>The starved list is guarded by the host_lock, and under the legacy stack {@code host_busy} is too; under scsi-mq
 * {@code host_busy} is an atomic counter on a cache line of its own, until 5.4. Since then a host counts nothing: its tags
 * are its limit.
 */
public final class ScsiHost {
    private final String name;
    private final int number;
    private final int canQueue;
    private final Lock hostLock;
    private final CacheLine busyLine;
    private final Budget budget;
    /** Commands of a host that does not count them; only looked at while it is blocked. */
    private final AtomicInteger inFlight = new AtomicInteger();

    private final ArrayDeque<ScsiDevice> starved = new ArrayDeque<>();
    private volatile boolean hasStarved;
    private volatile boolean inRecovery;
    private @Nullable ScsiErrorHandler errorHandler;

    /**
     * Creates a host that has no commands.
     *
     * @param name its name, such as {@code host0}
     * @param canQueue the commands that it takes at once, at least 1
     * @param hostLock the host_lock
     * @param busyLine the line of host_busy under scsi-mq
     */
    public ScsiHost(String name, int canQueue, Lock hostLock, CacheLine busyLine) {
        this(name, 0, canQueue, hostLock, busyLine);
    }

    /**
     * Creates a host that has no commands.
     *
     * @param name its name, such as {@code host0}
     * @param number its number among the hosts of its HBA, from 0
     * @param canQueue the commands that it takes at once, at least 1
     * @param hostLock the host_lock
     * @param busyLine the line of host_busy under scsi-mq
     */
    public ScsiHost(String name, int number, int canQueue, Lock hostLock, CacheLine busyLine) {
        if (canQueue < 1) {
            throw new IllegalArgumentException("can_queue must be at least 1: " + canQueue);
        }
        this.name = name;
        this.number = number;
        this.canQueue = canQueue;
        this.hostLock = hostLock;
        this.busyLine = busyLine;
        this.budget = new Budget(name + ": host_busy", canQueue, new Blocked(Blocked.HOST));
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
        return hostLock;
    }

    CacheLine busyLine() {
        return busyLine;
    }

    // ---- recovery ----

    void recoveredBy(ScsiErrorHandler handler) {
        errorHandler = handler;
    }

    @Nullable ScsiErrorHandler errorHandler() {
        return errorHandler;
    }

    /** Returns whether error handling has the host, which takes no commands meanwhile (scsi_host_in_recovery). */
    public boolean inRecovery() {
        return inRecovery;
    }

    void inRecovery(boolean isInRecovery) {
        inRecovery = isInRecovery;
    }

    /** A command has given its place back: while the host is in recovery, that may be what its thread waits for. */
    void unbusy(Context cx) {
        ScsiErrorHandler handler = errorHandler;
        if (inRecovery && handler != null) {
            handler.wakeIfDrained(cx);
        }
    }

    // ---- places ----

    Blocked blocked() {
        return budget.blocked();
    }

    /** Takes a place, or notes that there is none. */
    boolean takePlace() {
        return budget.take();
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

    /** Asks a host that does not count its commands: it refuses one only while it is blocked. */
    Budget.Answer askUncounted() {
        Budget.Answer answer = budget.blocked().isSet() ? budget.askBlocked(inFlight.get()) : Budget.Answer.TAKEN;
        if (answer == Budget.Answer.TAKEN) {
            inFlight.incrementAndGet();
        }
        return answer;
    }

    void giveUncounted() {
        inFlight.decrementAndGet();
    }

    /** Returns whether whoever asked now would get no place (scsi_host_is_busy). */
    boolean isBusy() {
        return budget.isBusy();
    }

    // ---- the starved list ----

    /** Puts a device on the starved list unless it is there; under the host_lock. */
    void starves(ScsiDevice device) {
        if (!device.isStarved()) {
            device.starved(true);
            starved.add(device);
            hasStarved = true;
        }
    }

    /** Puts a device at the end of the starved list, wherever it was; under the host_lock. */
    void starvesLast(ScsiDevice device) {
        served(device);
        starves(device);
    }

    /** Takes a device that has got a place off the starved list if it is there; under the host_lock. */
    void served(ScsiDevice device) {
        if (device.isStarved()) {
            device.starved(false);
            starved.remove(device);
            hasStarved = !starved.isEmpty();
        }
    }

    /** Takes a device off the starved list, or returns null; under the host_lock. */
    @Nullable ScsiDevice nextStarved() {
        ScsiDevice device = starved.poll();
        if (device != null) {
            device.starved(false);
            hasStarved = !starved.isEmpty();
        }
        return device;
    }

    /** Returns the number of starved devices; under the host_lock. */
    int starving() {
        return starved.size();
    }

    /** Returns whether there are starved devices, as list_empty sees it without the lock. */
    boolean hasStarved() {
        return hasStarved;
    }

    /** Returns the commands that the host has now (host_busy). */
    public int busy() {
        return budget.busy() + inFlight.get();
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
        audit.mustBeZero(holder, "commands in " + name + ".host_busy", busy());
        audit.mustBeZero(holder, "devices on " + name + "'s starved list", starved.size());
    }
}
