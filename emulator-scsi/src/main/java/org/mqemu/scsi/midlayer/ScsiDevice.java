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
 * A SCSI device (scsi_device): its queue depth and how many commands it has.
 *
 * <p>Under the legacy stack {@code device_busy} is guarded by the queue_lock; under scsi-mq it is an atomic counter on
 * a cache line of its own.
 */
public final class ScsiDevice {
    private final Disk disk;
    private final ScsiHost host;
    private final int queueDepth;
    private final CacheLine busyLine;
    private final Budget budget;
    private final AtomicInteger restarts = new AtomicInteger();
    private @Nullable TagMap places;
    private boolean starved;

    /**
     * Creates a device that has no commands.
     *
     * @param disk its disk
     * @param host its host
     * @param queueDepth the commands that it takes at once, at least 1
     * @param busyLine the line of device_busy
     */
    public ScsiDevice(Disk disk, ScsiHost host, int queueDepth, CacheLine busyLine) {
        if (queueDepth < 1) {
            throw new IllegalArgumentException(disk.name() + ": queue_depth must be at least 1: " + queueDepth);
        }
        this.disk = disk;
        this.host = host;
        this.queueDepth = queueDepth;
        this.busyLine = busyLine;
        this.budget = new Budget(disk.name() + ": device_busy", queueDepth);
    }

    /** Returns the disk. */
    public Disk disk() {
        return disk;
    }

    /** Returns the host. */
    public ScsiHost host() {
        return host;
    }

    /** Returns the commands that the device takes at once. */
    public int queueDepth() {
        return queueDepth;
    }

    CacheLine busyLine() {
        return busyLine;
    }

    boolean takePlace() {
        return budget.take();
    }

    void givePlace() {
        budget.give();
    }

    /**
     * Keeps the places as a bitmap instead of a counter (budget_map, since 5.13); before the run.
     *
     * @param map as many places as the queue depth
     */
    public void keepsPlacesIn(TagMap map) {
        places = map;
    }

    /** Takes a place, touching what must be touched for it; returns its number, or -1 if there is none. */
    int takePlace(Context cx) {
        TagMap map = places;
        if (map == null) {
            cx.touchNext(busyLine);
            return budget.take() ? 0 : DispatchBudget.NONE;
        }
        int place = map.take(cx);
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

    boolean isStarved() {
        return starved;
    }

    void starved(boolean isStarved) {
        starved = isStarved;
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
}
