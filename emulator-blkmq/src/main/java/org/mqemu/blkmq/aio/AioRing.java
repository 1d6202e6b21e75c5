package org.mqemu.blkmq.aio;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.mqemu.blkmq.block.Bio;
import org.mqemu.blkmq.block.BioEnd;
import org.mqemu.blkmq.block.BlockStatus;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.cpu.Price;
import org.mqemu.blkmq.cpu.PriceList;
import org.mqemu.blkmq.sync.CacheLine;

/**
 * A thread's AIO context (kioctx): the completion ring that interrupts write and io_getevents reads.
 *
 * <p>Shared memory: any CPU may complete, one thread reaps. A completion wakes the thread if it sleeps for events: at
 * each event, as kernels up to 6.6 do, or when as many as it wants are there.
 */
public final class AioRing implements BioEnd {
    private final CacheLine line;
    private final Context reaper;
    private final boolean wakesAtEachEvent;
    private final Price completePrice;
    private final Price wakePrice;
    private final ConcurrentLinkedQueue<Bio> events = new ConcurrentLinkedQueue<>();
    private final AtomicInteger available = new AtomicInteger();
    /** How many events the sleeping thread waits for; 0 if it does not sleep. */
    private final AtomicInteger wanted = new AtomicInteger();

    /**
     * Creates an empty ring.
     *
     * @param line the line of the ring's tail
     * @param reaper the thread that reaps
     * @param wakesAtEachEvent whether each event wakes the thread, or only enough of them
     * @param prices the kernel's price list; must have {@code aio_complete} and {@code try_to_wake_up}
     */
    public AioRing(CacheLine line, Context reaper, boolean wakesAtEachEvent, PriceList prices) {
        this.line = line;
        this.reaper = reaper;
        this.wakesAtEachEvent = wakesAtEachEvent;
        this.completePrice = prices.of("aio_complete");
        this.wakePrice = prices.of("try_to_wake_up");
    }

    @Override
    public CacheLine line() {
        return line;
    }

    @Override
    public void ended(Context cx, Bio bio, BlockStatus status) {
        bio.ended(status);
        events.add(bio);
        int there = available.incrementAndGet();
        cx.charge(completePrice);
        int wants = wanted.get();
        if (wants > 0 && (wakesAtEachEvent || there >= wants) && wanted.compareAndSet(wants, 0)) {
            cx.charge(wakePrice);
            cx.wake(reaper);
        }
    }

    /** Returns the number of events that can be reaped. */
    public int available() {
        return available.get();
    }

    /** Takes an event, or returns null; by the reaper only. */
    public @Nullable Bio poll() {
        Bio bio = events.poll();
        if (bio != null) {
            available.decrementAndGet();
        }
        return bio;
    }

    /**
     * Announces that the reaper goes to sleep.
     *
     * @param events how many events it waits for, at least 1
     * @return whether it may sleep; if not, enough events have come meanwhile
     */
    public boolean announceSleep(int events) {
        wanted.set(events);
        if (available.get() >= (wakesAtEachEvent ? 1 : events)) {
            // if a completion was faster, its wake-up is on its way and must be waited for
            return !wanted.compareAndSet(events, 0);
        }
        return true;
    }
}
