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
     * <p>Who builds bios (direct I/O up to 4.2) adds whole pages to them. The block layer cuts where max_sectors ends,
     * within a page if need be (get_max_io_size; max_sectors is rounded to logical blocks, which are sectors here).
     *
     * @param left the sectors that are left, at least 1
     * @param wholePages whether a part that is not the last one has whole pages
     * @return all of them, or as many as one request takes
     */
    public int nextPart(int left, boolean wholePages) {
        int mostSectors = wholePages ? maxSectors / SECTORS_PER_PAGE * SECTORS_PER_PAGE : maxSectors;
        long mostInSegments = (long) maxSegments * SECTORS_PER_PAGE;
        return (int) Math.min(left, Math.min(mostSectors, mostInSegments));
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

    /**
     * Returns whether a bio lies beside a request and is kept from it by its size alone.
     *
     * @param request a request that no driver has
     * @param bio the bio
     */
    boolean isTooLarge(Request request, Bio bio) {
        boolean beside = request.sector() + request.sectors() == bio.sector()
                || bio.sector() + bio.sectors() == request.sector();
        return beside && mayMix(request, bio) && !hasRoom(request, bio);
    }

    private boolean fits(Request request, Bio bio) {
        return mayMix(request, bio) && hasRoom(request, bio);
    }

    private static boolean mayMix(Request request, Bio bio) {
        return request.op() == bio.op() && request.op().movesData() && !request.isNoMerge() && !bio.isNoMerge();
    }

    private boolean hasRoom(Request request, Bio bio) {
        return request.sectors() + bio.sectors() <= maxSectors
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
                && !first.isNoMerge()
                && !second.isNoMerge()
                && first.sectors() + second.sectors() <= maxSectors
                && first.segments() + second.segments() <= maxSegments;
    }
}
