package org.mqemu.scsi.midlayer;

import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.mqemu.api.stats.WaitCounts;
import org.mqemu.blkmq.block.Disk;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.driver.DispatchBudget;
import org.mqemu.blkmq.sync.CacheLine;
import org.mqemu.blkmq.tag.TagMap;

/**
 * A SCSI device (scsi_device): its address, its queue depth and how many commands it has.
 *
 * <p>Under the legacy stack {@code device_busy} is guarded by the queue_lock; under scsi-mq it is an atomic counter on
 * a cache line of its own, or since 5.13 a bitmap.
 */
public final class ScsiDevice {
    private static final int LARGEST_MAP = 4096; // scsi_device_max_queue_depth

    private final Disk disk;
    private final ScsiHost host;
    private final ScsiTarget target;
    private final ScsiAddress address;
    private final CacheLine busyLine;
    private final Budget budget;
    private final QueueFullTracker fullTracker = new QueueFullTracker();
    private final AtomicInteger restarts = new AtomicInteger();
    private @Nullable TagMap places;
    private volatile int maxQueueDepth;
    private volatile int lowestQueueDepth;
    private volatile boolean starved;
    private final DeviceHealth health = new DeviceHealth();

    /**
     * Creates the only device of its target, which has no limit: LUN 0 of the target with the disk's number.
     *
     * @param disk its disk
     * @param host its host
     * @param queueDepth the commands that it takes at once, at least 1
     * @param busyLine the line of device_busy
     */
    public ScsiDevice(Disk disk, ScsiHost host, int queueDepth, CacheLine busyLine) {
        this(
                disk,
                host,
                new ScsiTarget("target0:0:" + disk.index(), ScsiTarget.NO_LIMIT, null),
                new ScsiAddress(0, 0, disk.index(), 0),
                queueDepth,
                busyLine);
    }

    /**
     * Creates a device that has no commands.
     *
     * @param disk its disk
     * @param host its host
     * @param target its target
     * @param address its address
     * @param queueDepth the commands that it takes at once, as its driver has set it, at least 1
     * @param busyLine the line of device_busy
     */
    public ScsiDevice(
            Disk disk, ScsiHost host, ScsiTarget target, ScsiAddress address, int queueDepth, CacheLine busyLine) {
        if (queueDepth < 1) {
            throw new IllegalArgumentException(disk.name() + ": queue_depth must be at least 1: " + queueDepth);
        }
        this.disk = disk;
        this.host = host;
        this.target = target;
        this.address = address;
        this.busyLine = busyLine;
        this.budget = new Budget(disk.name() + ": device_busy", queueDepth, new Blocked(Blocked.DEVICE));
        this.maxQueueDepth = queueDepth;
        this.lowestQueueDepth = queueDepth;
    }

    /** Returns the disk. */
    public Disk disk() {
        return disk;
    }

    /** Returns the host. */
    public ScsiHost host() {
        return host;
    }

    /** Returns the target. */
    public ScsiTarget target() {
        return target;
    }

    /** Returns the address. */
    public ScsiAddress address() {
        return address;
    }

    DeviceHealth health() {
        return health;
    }

    /** Returns whether the device is online (scsi_device_online). */
    public boolean isOnline() {
        return health.online();
    }

    // ---- the queue depth ----

    /** Returns the commands that the device takes at once. */
    public int queueDepth() {
        return budget.limit();
    }

    /** Returns the queue depth that a driver or an administrator gave it, up to which it is raised again. */
    public int maxQueueDepth() {
        return maxQueueDepth;
    }

    /** Returns the lowest queue depth that the device has had. */
    public int lowestQueueDepth() {
        return lowestQueueDepth;
    }

    /**
     * Changes the queue depth (scsi_change_queue_depth); commands beyond it stay until they end.
     *
     * @param depth the new depth, at least 1; more than the host takes is taken for as many
     */
    public void changeQueueDepth(int depth) {
        if (depth < 1) {
            throw new IllegalArgumentException(disk.name() + ": queue_depth must be at least 1: " + depth);
        }
        TagMap map = places;
        int possible = Math.min(depth, map == null ? host.canQueue() : map.capacity());
        budget.limit(possible);
        lowestQueueDepth = Math.min(lowestQueueDepth, possible);
        if (map != null) {
            map.resize(possible);
        }
    }

    /**
     * Changes the queue depth for good (sysfs queue_depth).
     *
     * @param depth the new depth, at least 1
     */
    public void giveQueueDepth(int depth) {
        changeQueueDepth(depth);
        maxQueueDepth = queueDepth();
    }

    /**
     * Changes how long after a full queue or a raise the depth is raised again (sysfs queue_ramp_up_period).
     *
     * @param ms the period, in milliseconds, at least 0
     */
    public void rampUpPeriodMs(long ms) {
        fullTracker.rampUpPeriodMs(ms);
    }

    QueueFullTracker fullTracker() {
        return fullTracker;
    }

    /**
     * Returns the most places that a device's bitmap can have (scsi_device_max_queue_depth).
     *
     * @param canQueue the host's can_queue
     */
    public static int mapCapacity(int canQueue) {
        return Math.min(canQueue, LARGEST_MAP);
    }

    /**
     * Keeps the places as a bitmap instead of a counter (budget_map, since 5.13); before the run.
     *
     * @param map as many places as the queue depth, room for {@link #mapCapacity}; a queue depth that it has no room for
     *     is lowered
     */
    public void keepsPlacesIn(TagMap map) {
        places = map;
        giveQueueDepth(queueDepth());
    }

    // ---- places ----

    CacheLine busyLine() {
        return busyLine;
    }

    Blocked blocked() {
        return budget.blocked();
    }

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

    /** Takes a place, touching what must be touched for it; returns its number, or -1 if there is none. */
    int takePlace(Context cx) {
        TagMap map = places;
        if (map == null) {
            cx.touchNext(busyLine);
            return budget.take() ? 0 : DispatchBudget.NONE;
        }
        int place = map.take(cx);
        if (place != TagMap.NONE
                && budget.blocked().isSet()
                && budget.askBlocked(map.taken() - 1) != Budget.Answer.TAKEN) {
            map.free(cx, place);
            place = TagMap.NONE;
        }
        budget.counted(place != TagMap.NONE);
        return place == TagMap.NONE ? DispatchBudget.NONE : place;
    }

    void givePlace(Context cx, int place) {
        TagMap map = places;
        if (map == null) {
            cx.touchNext(busyLine);
            budget.give();
        } else {
            map.free(cx, place);
        }
    }

    /** Returns the commands that the device has now (device_busy). */
    public int busy() {
        TagMap map = places;
        return map == null ? budget.busy() : map.taken();
    }

    /** Returns how many commands were given a place, and how many found none, since the start. */
    public WaitCounts places() {
        return budget.counts();
    }

    // ---- who waits ----

    /** Returns the line of the note that a queue must be run again. */
    CacheLine restartsLine() {
        return busyLine;
    }

    void wantsRestart() {
        restarts.incrementAndGet();
    }

    /** Takes the note that a queue must be run again, and returns whether there was one. */
    boolean takeRestart() {
        int noted = restarts.get();
        return noted != 0 && restarts.compareAndSet(noted, 0);
    }

    /** Returns whether it is on its host's starved list; whoever changes that has the host_lock. */
    boolean isStarved() {
        return starved;
    }

    void starved(boolean isStarved) {
        starved = isStarved;
    }
}
