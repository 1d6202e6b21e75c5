package org.mqemu.blkmq.cpu;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The handlers of the vectors that interrupt one CPU, by vector number. */
final class InterruptHandlers {
    private final int cpu;
    private @Nullable Step[] entries = new @Nullable Step[16];

    InterruptHandlers(int cpu) {
        this.cpu = cpu;
    }

    void register(int vector, Step entry) {
        if (vector >= entries.length) {
            entries = Arrays.copyOf(entries, Math.max(2 * entries.length, vector + 1));
        }
        if (entries[vector] != null) {
            throw new IllegalStateException("vector " + vector + " already has a handler on CPU " + cpu);
        }
        entries[vector] = entry;
    }

    Step of(int vector) {
        Step entry = vector < entries.length ? entries[vector] : null;
        if (entry == null) {
            throw new IllegalStateException("CPU " + cpu + ": no handler for vector " + vector);
        }
        return entry;
    }
}
