package org.mqemu.api.engine;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The messages on their way, in delivery order: a wheel of 4096 slots of 1,024 ns in front of a small near heap,
 * and a far heap for what lies beyond the wheel.
 *
 * <p>Most messages (a drive's completion) lie far enough ahead that a heap of all of them would be deep; the wheel
 * keeps the heap that is really sorted at a few dozen entries.
 */
final class MessageQueue {
    private static final int SHIFT = 10;
    private static final int SLOTS = 4096;
    /** The tick of {@link SelfSlots#NONE}. */
    private static final long NO_TICK = SelfSlots.timeOf(SelfSlots.NONE) >> SHIFT;

    private final EnvelopeHeap near = new EnvelopeHeap();
    private final EnvelopeHeap far = new EnvelopeHeap();
    private final @Nullable Envelope[][] slots = new @Nullable Envelope[SLOTS][];
    private final int[] counts = new int[SLOTS];
    private final long[] occupied = new long[SLOTS / 64];
    /** All messages up to and including this tick are in the near heap. */
    private long nearTick;

    private int onWheel;

    void add(Envelope envelope) {
        long tick = envelope.atNs >> SHIFT;
        if (tick <= nearTick) {
            near.add(envelope);
        } else if (tick - nearTick < SLOTS) {
            toWheel(tick, envelope);
        } else {
            far.add(envelope);
        }
    }

    /**
     * Returns the smallest key ({@code time << 16 | sender}), or {@link SelfSlots#NONE} if none is below a bound. What
     * lies in a later tick than the bound stays where it is: a look ahead at a distant timeout would otherwise make
     * the near heap take in all that is sent before it.
     */
    long firstKey(long bound) {
        if (near.isEmpty()) {
            long lastTick = SelfSlots.timeOf(bound) >> SHIFT;
            if (lastTick > nearTick) {
                advance(lastTick);
            }
        }
        return near.firstKey();
    }

    /** Takes the first message out; call {@link #firstKey} before. */
    Envelope take() {
        return near.take();
    }

    boolean isEmpty() {
        return near.isEmpty() && onWheel == 0 && far.isEmpty();
    }

    /** Returns how many messages are really sorted now. */
    int nearSize() {
        return near.size();
    }

    /** Moves on to the next occupied tick and into the near heap what it holds, but not beyond the last tick wanted. */
    private void advance(long lastTick) {
        if (onWheel == 0 && !far.isEmpty() && farTick() <= lastTick) {
            nearTick = farTick() - 1;
        }
        while (!far.isEmpty() && farTick() - nearTick < SLOTS) {
            Envelope envelope = far.take();
            toWheel(envelope.atNs >> SHIFT, envelope);
        }
        long tick = onWheel > 0 ? nextOccupied(nearTick + 1) : Long.MAX_VALUE;
        if (tick <= lastTick) {
            empty(tick);
        } else if (lastTick < NO_TICK) {
            nearTick = lastTick;
        }
    }

    private long farTick() {
        return SelfSlots.timeOf(far.firstKey()) >> SHIFT;
    }

    private void empty(long tick) {
        int slot = (int) (tick & (SLOTS - 1));
        @Nullable Envelope[] bucket = slots[slot];
        int n = counts[slot];
        for (int i = 0; i < n && bucket != null; i++) {
            Envelope envelope = bucket[i];
            bucket[i] = null;
            if (envelope != null) {
                near.add(envelope);
            }
        }
        counts[slot] = 0;
        occupied[slot >> 6] &= ~(1L << slot);
        onWheel -= n;
        nearTick = tick;
    }

    private void toWheel(long tick, Envelope envelope) {
        int slot = (int) (tick & (SLOTS - 1));
        @Nullable Envelope[] bucket = slots[slot];
        int n = counts[slot];
        if (bucket == null) {
            bucket = new @Nullable Envelope[8];
            slots[slot] = bucket;
        } else if (n == bucket.length) {
            bucket = Arrays.copyOf(bucket, n * 2);
            slots[slot] = bucket;
        }
        bucket[n] = envelope;
        counts[slot] = n + 1;
        occupied[slot >> 6] |= 1L << slot;
        onWheel++;
    }

    private long nextOccupied(long from) {
        long tick = from;
        while (true) {
            int slot = (int) (tick & (SLOTS - 1));
            long word = occupied[slot >> 6] >>> (slot & 63);
            if (word != 0) {
                return tick + Long.numberOfTrailingZeros(word);
            }
            tick += 64 - (slot & 63);
        }
    }
}
