package org.mqemu.blkmq.elevator;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The sysfs tunables of a scheduler (queue/iosched/): whole numbers with a range and a default. */
public final class Tunables {
    private final String scheduler;
    private final Map<String, Tunable> byName = new LinkedHashMap<>();

    /**
     * Creates an empty set.
     *
     * @param scheduler the scheduler's name, for error messages
     */
    public Tunables(String scheduler) {
        this.scheduler = scheduler;
    }

    /**
     * Adds a tunable.
     *
     * @param name its name, as sysfs has it
     * @param value its default, in sysfs's unit
     * @param min the smallest value
     * @param max the largest value
     * @return the tunable, for the scheduler to read
     */
    public Tunable add(String name, long value, long min, long max) {
        Tunable tunable = new Tunable(value, min, max);
        byName.put(name, tunable);
        return tunable;
    }

    /** Returns the names, in sysfs's order of definition. */
    public Set<String> names() {
        return byName.keySet();
    }

    /**
     * Returns a value.
     *
     * @param name the tunable's name
     * @throws IllegalArgumentException if the scheduler has none of that name
     */
    public long get(String name) {
        return find(name).value;
    }

    /**
     * Sets a value, as a write to sysfs does.
     *
     * @param name the tunable's name
     * @param value the value
     * @throws IllegalArgumentException if the scheduler has none of that name, or the value is out of range
     */
    public void set(String name, long value) {
        Tunable tunable = find(name);
        if (value < tunable.min || value > tunable.max) {
            throw new IllegalArgumentException(
                    scheduler + "'s " + name + " is " + tunable.min + " to " + tunable.max + ": " + value);
        }
        tunable.value = value;
    }

    private Tunable find(String name) {
        @Nullable Tunable tunable = byName.get(name);
        if (tunable == null) {
            throw new IllegalArgumentException(scheduler + " has no " + name + ", but " + byName.keySet());
        }
        return tunable;
    }

    /** One tunable. */
    public static final class Tunable {
        private final long min;
        private final long max;
        private volatile long value;

        private Tunable(long value, long min, long max) {
            this.value = value;
            this.min = min;
            this.max = max;
        }

        /** Returns the value now. */
        public long get() {
            return value;
        }
    }
}
