package org.mqemu.blkmq.fio;

import org.mqemu.api.stats.IoDirection;
import org.mqemu.api.stats.IoStats;
import org.mqemu.api.stats.StatsOptions;
import org.mqemu.blkmq.cpu.Context;

/** What a fio thread measures between the two marks of the measurement, as fio does after its ramp time. */
public final class FioThreadStats {
    private final StatsOptions options;
    private IoStats measured;
    private boolean frozen;
    private boolean over;
    private long beginNs;
    private long measuredNs;
    private long usrNs;
    private long sysNs;
    private long switches;
    private long ended;
    private long endedLater;

    FioThreadStats(StatsOptions options) {
        this.options = options;
        this.measured = new IoStats(options, 0);
    }

    void mark(boolean begin, Context thread) {
        if (over) {
            return;
        }
        if (begin) {
            measured = new IoStats(options, thread.nowNs());
            beginNs = thread.nowNs();
            frozen = false;
            ended = 0;
            usrNs = -thread.usrNs();
            sysNs = -thread.sysNs();
            switches = -thread.switches();
        } else {
            end(thread.nowNs(), thread);
        }
    }

    /** The thread ends: its runtime is over, whatever others do; a mark that comes later is none of its business. */
    void threadEnds(Context thread) {
        end(thread.nowNs(), thread);
        over = true;
    }

    private void end(long nowNs, Context thread) {
        if (!frozen) {
            frozen = true;
            measured.finish(nowNs);
            measuredNs = nowNs - beginNs;
            usrNs += thread.usrNs();
            sysNs += thread.sysNs();
            switches += thread.switches();
        }
    }

    void submitted(int batch, int depth) {
        if (!frozen) {
            measured.submits().record(batch);
            measured.depths().add(depth, batch);
        }
    }

    void reaped(int events) {
        if (frozen) {
            endedLater += events;
        } else {
            ended += events;
            measured.completes().record(events);
        }
    }

    void completed(IoDirection direction, long nowNs, long bytes, IoUnit unit) {
        if (!frozen) {
            measured.record(direction, nowNs, bytes, unit.slatNs(), unit.clatNs(nowNs), unit.latNs(nowNs));
        }
    }

    /**
     * Ends the measurement of a run that was interrupted.
     *
     * @param nowNs the emulated time at the end of the run
     * @param thread the thread
     */
    public void interrupted(long nowNs, Context thread) {
        end(nowNs, thread);
    }

    /** Returns the I/Os that ended while measuring, failed ones among them. */
    public long ended() {
        return ended;
    }

    /** Returns the I/Os that ended after the measurement, while the thread waited for what it had submitted. */
    public long endedLater() {
        return endedLater;
    }

    /** Returns what was measured, once the measurement has ended. */
    public IoStats measured() {
        return measured;
    }

    /** Returns how long it was measured, in nanoseconds. */
    public long measuredNs() {
        return measuredNs;
    }

    /** Returns the time in user space while measuring, in nanoseconds. */
    public long usrNs() {
        return usrNs;
    }

    /** Returns the time in the kernel while measuring, in nanoseconds. */
    public long sysNs() {
        return sysNs;
    }

    /** Returns how often the thread was switched to while measuring. */
    public long switches() {
        return switches;
    }
}
