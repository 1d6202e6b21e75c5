package org.mqemu.blkmq.block;

/**
 * What a queue lets a request grow to (queue_limits) and how hard it tries to merge (sysfs nomerges).
 *
 * @param maxSectors sectors of a request, at least 8 (max_sectors_kb times 2)
 * @param maxSegments segments of a request, at least 1; every page of data is taken as one
 * @param nomerges 0 merges wherever it can, 1 only into the plug and the request merged into last, 2 nowhere
 */
public record QueueLimits(int maxSectors, int maxSegments, int nomerges) {
    private static final int SECTORS_PER_PAGE = 8;

    /** Checks the ranges. */
    public QueueLimits {
        if (maxSectors < SECTORS_PER_PAGE || maxSegments < 1 || nomerges < 0 || nomerges > 2) {
            throw new IllegalArgumentException("a queue's limits are at least one page and one segment, nomerges is 0,"
                    + " 1 or 2: " + maxSectors + ", " + maxSegments + ", " + nomerges);
        }
    }

    /** Returns whether any merge is tried at all. */
    public boolean merges() {
        return nomerges < 2;
    }

    /** Returns whether more is tried than the plug and the request merged into last. */
    public boolean searches() {
        return nomerges == 0;
    }

    /** Returns the segments that so many sectors take. */
    public static int segments(int sectors) {
        return (sectors + SECTORS_PER_PAGE - 1) / SECTORS_PER_PAGE;
    }

    /**
     * Returns how many sectors of an I/O go into its next bio.
     *
     * @param left the sectors that are left, at least 1
     * @return all of them, or as many as one request takes, in whole pages
     */
    public int nextPart(int left) {
        int most = Math.min(maxSectors / SECTORS_PER_PAGE, maxSegments) * SECTORS_PER_PAGE;
        return Math.min(left, most);
    }

    /**
     * Returns whether a bio may be appended to a request (ll_back_merge_fn, blk_try_merge).
     *
     * @param request a request that no driver has
     * @param bio the bio
     */
    public boolean mayAppend(Request request, Bio bio) {
        return request.sector() + request.sectors() == bio.sector() && fits(request, bio);
    }

    /**
     * Returns whether a bio may be put in front of a request (ll_front_merge_fn, blk_try_merge).
     *
     * @param request a request that no driver has
     * @param bio the bio
     */
    public boolean mayPrepend(Request request, Bio bio) {
        return bio.sector() + bio.sectors() == request.sector() && fits(request, bio);
    }

    private boolean fits(Request request, Bio bio) {
        return request.op() == bio.op()
                && request.op().movesData()
                && !request.isFlush()
                && !bio.isFlush()
                && request.sectors() + bio.sectors() <= maxSectors
                && request.segments() + segments(bio.sectors()) <= maxSegments;
    }

    /**
     * Returns whether a request may be appended to another (attempt_merge).
     *
     * @param first the earlier one
     * @param second the one right behind it
     */
    public boolean mayJoin(Request first, Request second) {
        return first.sector() + first.sectors() == second.sector()
                && first.op() == second.op()
                && first.op().movesData()
                && !first.isFlush()
                && !second.isFlush()
                && first.sectors() + second.sectors() <= maxSectors
                && first.segments() + second.segments() <= maxSegments;
    }
}
