package org.mqemu.blkmq.legacy;

/**
 * What changed between the kernels that had the legacy stack.
 *
 * @param leavesRunToKblockd whether a thread that sleeps for I/O leaves its unplugged queue to a kworker, traced as UT
 *     (since 4.2: io_schedule unplugs with from_schedule); before, it runs the queue itself, traced as U
 * @param splitsInBlockLayer whether the block layer cuts large bios (since 4.3), instead of the submitter
 * @param countsPlugWithoutMerging whether the requests in a plug are counted with nomerges = 2 (since 4.4); before, a
 *     queue's requests were only counted while a bio was tried on them, so that such a plug was never full
 */
public record LegacyRules(boolean leavesRunToKblockd, boolean splitsInBlockLayer, boolean countsPlugWithoutMerging) {

    /** Linux 3.15. */
    public static final LegacyRules V3_15 = new LegacyRules(false, false, false);

    /** Linux 4.20, the last one. */
    public static final LegacyRules V4_20 = new LegacyRules(true, true, true);
}
