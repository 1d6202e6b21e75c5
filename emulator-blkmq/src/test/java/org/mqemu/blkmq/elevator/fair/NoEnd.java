package org.mqemu.blkmq.elevator.fair;

import org.mqemu.blkmq.block.Bio;
import org.mqemu.blkmq.block.BioEnd;
import org.mqemu.blkmq.block.BlockStatus;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.sync.CacheLine;

/** The end of bios that end without a CPU. */
public final class NoEnd implements BioEnd {
    @Override
    public CacheLine line() {
        throw new AssertionError("nothing ends on a CPU here");
    }

    @Override
    public void ended(Context cx, Bio bio, BlockStatus status) {
        throw new AssertionError("nothing ends on a CPU here");
    }
}
