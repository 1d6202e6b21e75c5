package org.mqemu.api.stats;

import java.util.Arrays;

/**
 * Where the time of one CPU (or, merged, of all) went: ns per mode, and ns and calls per kernel function and mode.
 *
 * <p>Functions are ids of a {@link FunctionTable}. A function may run in several modes (a spinlock is taken in process
 * context and in softirq), so its time is kept per mode.
 */
public final class TimeSplit {
    private static final CpuMode[] MODES = CpuMode.values();

    private final long[] modeNs = new long[MODES.length];
    private long[] functionNs;
    private long[] functionCalls;

    /**
     * An empty split.
     *
     * @param functions number of functions expected; more make the arrays grow
     */
    public TimeSplit(int functions) {
        functionNs = new long[functions * MODES.length];
        functionCalls = new long[functions * MODES.length];
    }

    /**
     * Books time that belongs to no function, such as idle time.
     *
     * @param mode the CPU's mode
     * @param ns emulated ns, at least 0
     */
    public void add(CpuMode mode, long ns) {
        modeNs[mode.ordinal()] += ns;
    }

    /**
     * Books time of a function without counting a call: the rest of a segment that was interrupted.
     *
     * @param mode the CPU's mode
     * @param function the function's id
     * @param ns emulated ns, at least 0
     */
    public void add(CpuMode mode, int function, long ns) {
        int slot = function * MODES.length + mode.ordinal();
        if (slot >= functionNs.length) {
            grow(function + 1);
        }
        modeNs[mode.ordinal()] += ns;
        functionNs[slot] += ns;
    }

    /**
     * Books one call of a function and its time.
     *
     * @param mode the CPU's mode
     * @param function the function's id
     * @param ns emulated ns, at least 0
     */
    public void call(CpuMode mode, int function, long ns) {
        add(mode, function, ns);
        functionCalls[function * MODES.length + mode.ordinal()]++;
    }

    private void grow(int functions) {
        int size = Math.max(functions, 2 * functions()) * MODES.length;
        functionNs = Arrays.copyOf(functionNs, size);
        functionCalls = Arrays.copyOf(functionCalls, size);
    }

    /** Number of function ids there is room for. */
    public int functions() {
        return functionNs.length / MODES.length;
    }

    /** Emulated ns spent in a mode. */
    public long ns(CpuMode mode) {
        return modeNs[mode.ordinal()];
    }

    /** Emulated ns booked in all modes. */
    public long totalNs() {
        return Arrays.stream(modeNs).sum();
    }

    /** Emulated ns in modes that execute instructions. */
    public long busyNs() {
        long sum = 0;
        for (CpuMode mode : MODES) {
            sum += mode.isBusy() ? ns(mode) : 0;
        }
        return sum;
    }

    /** Emulated ns of a function in a mode; 0 for an id never booked. */
    public long ns(CpuMode mode, int function) {
        return function < functions() ? functionNs[function * MODES.length + mode.ordinal()] : 0;
    }

    /** Calls of a function in a mode; 0 for an id never booked. */
    public long calls(CpuMode mode, int function) {
        return function < functions() ? functionCalls[function * MODES.length + mode.ordinal()] : 0;
    }

    /** Adds all that another split has booked; both use the same {@link FunctionTable}. */
    public void merge(TimeSplit other) {
        if (other.functions() > functions()) {
            grow(other.functions());
        }
        for (int i = 0; i < modeNs.length; i++) {
            modeNs[i] += other.modeNs[i];
        }
        for (int i = 0; i < other.functionNs.length; i++) {
            functionNs[i] += other.functionNs[i];
            functionCalls[i] += other.functionCalls[i];
        }
    }
}
