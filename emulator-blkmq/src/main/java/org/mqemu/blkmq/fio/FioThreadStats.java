package org.mqemu.blkmq.fio;

import org.mqemu.api.stats.IoDirection;
import org.mqemu.api.stats.IoStats;
import org.mqemu.api.stats.StatsOptions;

/** What a fio thread measures between the two marks of the measurement, as fio does after its ramp time. */
public final class FioThreadStats {
    private final StatsOptions options;
    private IoStats measured;
    private boolean frozen;
    private long beginNs;
    private long endNs = -1;

    FioThreadStats(StatsOptions options) {
        this.options = options;
        this.measured = new IoStats(options, 0);
    }

    void mark(boolean begin, long nowNs) {
        if (begin) {
            measured = new IoStats(options, nowNs);
            beginNs = nowNs;
            frozen = false;
            endNs = -1;
        } else if (!frozen) {
            frozen = true;
            endNs = nowNs;
            measured.finish(nowNs);
        }
    }

    void submitted(int batch, int depth) {
        if (!frozen) {
            measured.submits().record(batch);
            measured.depths().add(depth, batch);
        }
    }

    void reaped(int events) {
        if (!frozen) {
            measured.completes().record(events);
        }
    }

    void completed(IoDirection direction, long nowNs, long bytes, IoUnit unit) {
        if (!frozen) {
            measured.record(direction, nowNs, bytes, unit.slatNs(), unit.clatNs(nowNs), unit.latNs(nowNs));
        }
    }

    /**
     * Returns what was measured; if the measurement has not ended, up to a given time.
     *
     * @param nowNs that time
     */
    public IoStats upTo(long nowNs) {
        if (!frozen) {
            mark(false, nowNs);
        }
        return measured;
    }

    /** Returns when the measurement began, in nanoseconds. */
    public long beginNs() {
        return beginNs;
    }

    /** Returns when it ended, or -1 if it has not. */
    public long endNs() {
        return endNs;
    }
}
