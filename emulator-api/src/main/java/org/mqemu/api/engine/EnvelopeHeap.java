package org.mqemu.api.engine;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A 4-ary heap of envelopes by (arrival time, sender id, sender's sequence), its keys packed beside the envelopes.
 *
 * <p>Not {@code java.util.PriorityQueue}: the packed keys save a pointer chase and a comparator call at each step,
 * which is most of what the queue costs.
 */
final class EnvelopeHeap {
    private long[] keys = new long[64];
    private @Nullable Envelope[] entries = new @Nullable Envelope[64];
    private int size;

    boolean isEmpty() {
        return size == 0;
    }

    int size() {
        return size;
    }

    /** Returns the smallest key ({@code time << 16 | sender}), or {@link SelfSlots#NONE}. */
    long firstKey() {
        return size == 0 ? SelfSlots.NONE : keys[0];
    }

    /** Returns the first envelope without taking it out, or null. */
    @Nullable Envelope first() {
        return entries[0];
    }

    void add(Envelope envelope) {
        if (size == keys.length) {
            keys = Arrays.copyOf(keys, size * 2);
            entries = Arrays.copyOf(entries, size * 2);
        }
        long key = SelfSlots.key(envelope.atNs, envelope.senderId);
        int at = size++;
        while (at > 0) {
            int parent = (at - 1) >> 2;
            if (!before(key, envelope, parent)) {
                break;
            }
            keys[at] = keys[parent];
            entries[at] = entries[parent];
            at = parent;
        }
        keys[at] = key;
        entries[at] = envelope;
    }

    Envelope take() {
        Envelope first = entries[0];
        if (first == null) {
            throw new IllegalStateException("empty");
        }
        int last = --size;
        Envelope moved = entries[last];
        long key = keys[last];
        entries[last] = null;
        if (last > 0 && moved != null) {
            sink(moved, key);
        }
        return first;
    }

    private void sink(Envelope moved, long key) {
        int at = 0;
        while (true) {
            int child = 4 * at + 1;
            if (child >= size) {
                break;
            }
            int best = child;
            int end = Math.min(child + 4, size);
            for (int c = child + 1; c < end; c++) {
                if (keys[c] < keys[best] || (keys[c] == keys[best] && seq(c) < seq(best))) {
                    best = c;
                }
            }
            if (before(key, moved, best)) {
                break;
            }
            keys[at] = keys[best];
            entries[at] = entries[best];
            at = best;
        }
        keys[at] = key;
        entries[at] = moved;
    }

    private boolean before(long key, Envelope envelope, int other) {
        return key < keys[other] || (key == keys[other] && envelope.seq < seq(other));
    }

    private long seq(int index) {
        Envelope envelope = entries[index];
        return envelope == null ? Long.MAX_VALUE : envelope.seq;
    }
}
