package org.mqemu.blkmq.tag;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.sync.CacheLine;
import org.mqemu.blkmq.topology.Topology;

/**
 * A tag set's words in shared memory: the map of free tags, the fair share of each user, the count of sleepers and of
 * frees since the last wake-up.
 */
public final class SharedTags {
    /** Freed tags that wake sleepers, and sleepers that they wake (BT_WAIT_BATCH, SBQ_WAKE_BATCH). */
    public static final int WAKE_BATCH = 8;

    private static final int WAIT_QUEUES = 8;
    private static final int SMALLEST_SHARE = 4; // hctx_may_queue

    private final TagMap map;
    private final boolean shared;
    private final boolean fairShare;
    private final int wakesPerBatch;
    private final CacheLine wakeLine;
    private final CacheLine[] activeLines;
    private final AtomicIntegerArray active;
    private final AtomicIntegerArray everActive;
    private final AtomicInteger users = new AtomicInteger();
    private final AtomicInteger sleepers = new AtomicInteger();
    private final AtomicInteger freedSinceWake = new AtomicInteger();
    private final AtomicLong taken = new AtomicLong();

    /**
     * Creates the words of a tag set.
     *
     * @param name the name in reports
     * @param map the tags
     * @param devices the number of devices that share them, at least 1
     * @param fairShare whether a device may take only its share while several are active
     * @param wakesPerBatch sleepers of one wait queue that a full batch wakes, at least 1
     * @param topology the CPUs
     * @param concurrent whether CPUs run concurrently
     */
    public SharedTags(
            String name,
            TagMap map,
            int devices,
            boolean fairShare,
            int wakesPerBatch,
            Topology topology,
            boolean concurrent) {
        this.map = map;
        this.shared = devices > 1;
        this.fairShare = fairShare;
        this.wakesPerBatch = wakesPerBatch;
        this.wakeLine = new CacheLine(name + ".wake_cnt", topology, concurrent);
        this.activeLines = new CacheLine[devices];
        for (int i = 0; i < devices; i++) {
            activeLines[i] = new CacheLine(name + ".nr_active" + i, topology, concurrent);
        }
        this.active = new AtomicIntegerArray(devices);
        this.everActive = new AtomicIntegerArray(devices);
    }

    /** Returns the tags. */
    public TagMap map() {
        return map;
    }

    /** Returns whether several devices share the tags, so that each device's active requests are counted. */
    public boolean shared() {
        return shared;
    }

    /** Returns the line of a device's count of active requests. */
    public CacheLine activeLine(int user) {
        return activeLines[user];
    }

    /** Returns the line of the wake-up counter. */
    public CacheLine wakeLine() {
        return wakeLine;
    }

    /**
     * Returns the number of tags that a device may hold now (hctx_may_queue): all, or while several devices are active
     * its share of them, rounded up, but at least 4.
     */
    public int share() {
        int n = users.get();
        return !fairShare || n <= 1 ? map.depth() : Math.max((map.depth() + n - 1) / n, SMALLEST_SHARE);
    }

    /** Returns whether a device may take a tag and a CPU would get one. */
    public boolean mayTake(int user, int cpu) {
        return map.available(cpu) && withinShare(user);
    }

    /** Returns whether a device is below its share; also notes that it is active. */
    public boolean withinShare(int user) {
        if (!shared) {
            return true;
        }
        if (everActive.get(user) == 0 && everActive.compareAndSet(user, 0, 1)) {
            users.incrementAndGet();
        }
        return active.get(user) < share();
    }

    /** Counts a tag that a device has taken. */
    public void took(int user) {
        taken.incrementAndGet();
        if (shared) {
            active.incrementAndGet(user);
        }
    }

    /** Notes that a thread goes to sleep; called before {@link TagPort.Wait} is sent. */
    public void sleeps() {
        sleepers.incrementAndGet();
    }

    /**
     * Notes that a thread is awake again, whoever woke it.
     *
     * @param sleep its sleep
     */
    public void awake(TagSleep sleep) {
        if (sleep.end()) {
            woken();
        }
    }

    void woken() {
        sleepers.decrementAndGet();
    }

    /** Returns the number of threads that sleep or are on their way to it. */
    public int sleepers() {
        return sleepers.get();
    }

    /**
     * Frees a tag, see {@link TagMap#free}.
     *
     * @param cx the context
     * @param user the device that held it
     * @param tag the tag
     * @return whether the map's own rule wakes every sleeper now
     */
    public boolean free(Context cx, int user, int tag) {
        boolean wakes = map.free(cx, tag);
        if (shared && active.decrementAndGet(user) < 0) {
            throw new IllegalStateException("device " + user + " gives back a tag that it does not hold");
        }
        return wakes;
    }

    /**
     * Counts a freed tag while threads sleep.
     *
     * <p>When no tag is taken any more, none will be freed either, so that the batch counts as full: with 64 tags, 64
     * frees wake 8 sleepers, whose 8 frees wake one, whose free would wake nobody.
     *
     * @return whether the wake batch is full and the tag set must be told
     */
    public boolean batchFull() {
        int batch = batch();
        while (true) {
            int freed = freedSinceWake.get();
            int next = freed + 1 >= batch || map.taken() == 0 ? 0 : freed + 1;
            if (freedSinceWake.compareAndSet(freed, next)) {
                return next == 0;
            }
        }
    }

    /**
     * Returns how many sleepers of one wait queue a full batch wakes: no more than the tags of the batch, unless the
     * kernel wakes all that wait there.
     */
    int wakesPerBatch() {
        return wakesPerBatch <= WAKE_BATCH ? Math.min(wakesPerBatch, batch()) : wakesPerBatch;
    }

    private int batch() {
        return Math.min(WAKE_BATCH, Math.max(1, Math.min(map.depth(), share()) / WAIT_QUEUES));
    }

    /** Returns the number of tags taken since the start. */
    public long takenInAll() {
        return taken.get();
    }
}
