package org.mqemu.blkmq.block;

/**
 * What one CPU has counted of one device.
 *
 * <p>Bios are counted from the start, for conservation; requests, sectors and stages between the two marks of the
 * measurement.
 */
public final class DiskCounters {
    private final RequestFigures total = new RequestFigures();
    private final RequestFigures current = new RequestFigures();
    private long submitted;
    private long completed;
    private long failed;
    private long answered;
    private boolean frozen;

    DiskCounters() {}

    void queued() {
        submitted++;
    }

    void ended(int endedBios, BlockStatus status) {
        if (status == BlockStatus.OK) {
            completed += endedBios;
        } else {
            failed += endedBios;
        }
    }

    void countAnswer() {
        answered++;
    }

    void completed(Request request, long nowNs) {
        if (!frozen) {
            current.add(request, nowNs);
        }
    }

    void mark(boolean begin) {
        if (!begin && !frozen) {
            total.add(current);
        }
        current.clear();
        frozen = !begin;
    }

    void add(DiskCounters other) {
        submitted += other.submitted;
        completed += other.completed;
        failed += other.failed;
        answered += other.answered;
        total.add(other.total);
        total.add(other.current);
    }

    /** Returns the bios that entered the block layer since the start. */
    public long submitted() {
        return submitted;
    }

    /** Returns the bios that ended well since the start. */
    public long completed() {
        return completed;
    }

    /** Returns the bios that ended with an error since the start. */
    public long failed() {
        return failed;
    }

    /** Returns the requests and flushes that the driver answered since the start. */
    public long answered() {
        return answered;
    }

    /** Returns what was counted of requests while measuring. */
    public RequestFigures measured() {
        return total;
    }
}
