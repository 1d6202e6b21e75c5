package org.mqemu.blkmq.elevator.bfq;

import org.mqemu.api.hardware.Op;

/**
 * How many of the scheduler's tags writes may take, so that reads find some (bfq_update_depths, bfq_limit_depth).
 *
 * <p>Limits hold for each word of the tags' bitmap, and so do the roundings.
 */
final class BfqDepths {
    private static final int LARGEST_SHIFT = 6;

    private BfqDepths() {}

    static int limit(Op op, boolean sync, boolean someoneIsRaised, int nrRequests) {
        if (sync && op == Op.READ) {
            return nrRequests;
        }
        int shift = LARGEST_SHIFT;
        while (nrRequests >= 4 && shift > 0 && 4 << shift > nrRequests) {
            shift--;
        }
        int word = 1 << shift;
        int share;
        if (someoneIsRaised) {
            share = (sync ? word * 6 : word * 3) / 16;
        } else {
            share = sync ? word * 3 / 4 : word / 2;
        }
        long limit = ((long) nrRequests * Math.max(share, 1)) >> shift;
        return (int) Math.max(1, Math.min(limit, nrRequests));
    }
}
