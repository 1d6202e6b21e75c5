package org.mqemu.blkmq.cpu;

import org.mqemu.api.stats.CpuMode;

/** Books the time of one CPU by mode and by kernel function; touched by it only. */
final class CpuProfile {
    private static final int MODES = CpuMode.values().length;

    private final long[] modeNs = new long[MODES];
    private final long[] functionNs;
    private final long[] functionCalls;
    private final long[] lineNs = new long[MODES];
    private final long[] spinNs = new long[MODES];

    CpuProfile(int functions) {
        functionNs = new long[functions * MODES];
        functionCalls = new long[functions * MODES];
    }

    void passed(CpuMode mode, long ns) {
        modeNs[mode.ordinal()] += ns;
    }

    void spun(CpuMode mode, long ns) {
        spinNs[mode.ordinal()] += ns;
    }

    void charged(CpuMode mode, Price price, int times) {
        int slot = price.id() * MODES + mode.ordinal();
        functionNs[slot] += price.ns() * times;
        functionCalls[slot] += times;
    }

    void fetched(CpuMode mode, long ns) {
        lineNs[mode.ordinal()] += ns;
    }

    CpuTimes times(InterruptCounts interrupts, long switches) {
        return new CpuTimes(
                modeNs.clone(),
                functionNs.clone(),
                functionCalls.clone(),
                lineNs.clone(),
                spinNs.clone(),
                interrupts,
                switches);
    }
}
