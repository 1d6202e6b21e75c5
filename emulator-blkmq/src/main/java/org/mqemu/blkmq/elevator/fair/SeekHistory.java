package org.mqemu.blkmq.elevator.fair;

/**
 * The last 32 requests of a process, a bit each: whether it was far from the one before (seek_history).
 *
 * <p>Source: block/cfq-iosched.c of 3.15 to 4.5 (CFQQ_SEEKY: more than 4 of 32), block/bfq-iosched.c of 6.1
 * (BFQQ_SEEKY: more than 19 of 32).
 */
public final class SeekHistory {
    /** A step of more than so many sectors is a seek (CFQQ_SEEK_THR, BFQQ_SEEK_THR). */
    public static final long SEEK_SECTORS = 8 * 100;

    /** On a device without heads, a request of fewer sectors is a small one (CFQQ_SECT_THR_NONROT). */
    public static final int SMALL_SECTORS = 2 * 32;

    private final int threshold;
    private int bits;
    private long lastEnd;

    /**
     * Creates a history.
     *
     * @param threshold more seeks than these are many
     * @param bits the first bits
     */
    public SeekHistory(int threshold, int bits) {
        this.threshold = threshold;
        this.bits = bits;
    }

    /** Returns how far a sector is from the end of the last request; 0 if there was none. */
    public long distance(long sector) {
        return lastEnd == 0 ? 0 : Math.abs(sector - lastEnd);
    }

    /** Adds a request. */
    public void add(boolean seek) {
        bits = bits << 1 | (seek ? 1 : 0);
    }

    /** Notes where a request ends. */
    public void endedAt(long sector) {
        lastEnd = sector;
    }

    /** Returns whether most requests, by the scheduler's measure, are seeks. */
    public boolean isSeeky() {
        return Integer.bitCount(bits) > threshold;
    }

    /** Returns whether all are. */
    public boolean isTotallySeeky() {
        return bits == -1;
    }
}
