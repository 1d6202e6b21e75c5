package org.mqemu.blkmq.block;

import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.sync.CacheLine;

/** Who submitted a bio and is told of its end (bi_end_io). */
public interface BioEnd {

    /** Returns the cache line that the end of a bio is written to, such as a completion ring's tail. */
    CacheLine line();

    /**
     * Takes the end of a bio; its line has been touched in the same step.
     *
     * @param cx the context that completes it; what this costs is charged to it
     * @param bio the bio
     * @param status how it ended
     */
    void ended(Context cx, Bio bio, BlockStatus status);
}
