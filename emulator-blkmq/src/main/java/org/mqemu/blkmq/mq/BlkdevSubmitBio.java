package org.mqemu.blkmq.mq;

import org.jspecify.annotations.Nullable;
import org.mqemu.api.hardware.Op;
import org.mqemu.blkmq.block.Bio;
import org.mqemu.blkmq.block.BlockQueue;
import org.mqemu.blkmq.block.SubmitBio;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.cpu.Step;

/**
 * The block device's file, for one thread: plugs I/Os by themselves that come without a batch's plug.
 *
 * <p>A write always (blkdev_write_iter), so that a batch of one write is traced with P, and with a scheduler is
 * dispatched by its own thread instead of kblockd. A read up to 5.15, if it is asynchronous (__blkdev_direct_IO); since
 * then it takes a way without a plug (__blkdev_direct_IO_async, 54a88eb838d3). Source: block/fops.c of 6.1,
 * fs/block_dev.c of 4.12 to 5.15; recorded on 6.1.
 */
final class BlkdevSubmitBio implements SubmitBio {
    private final SubmitBio inner;
    private final MqPlug plug;
    private final boolean plugsReads;
    private boolean asynchronous;
    private @Nullable BlockQueue queue;
    private @Nullable Bio bio;

    private final Step submitPlugged = this::submitPlugged;
    private final Step finish = this::finish;

    /**
     * Wraps a way in.
     *
     * @param inner what is below the file
     * @param plug the thread's plug
     * @param plugsReads whether an asynchronous read is plugged by itself
     */
    BlkdevSubmitBio(SubmitBio inner, MqPlug plug, boolean plugsReads) {
        this.inner = inner;
        this.plug = plug;
        this.plugsReads = plugsReads;
    }

    @Override
    public void startPlug(int ios) {
        asynchronous = true;
        inner.startPlug(ios);
    }

    @Override
    public Step submit(BlockQueue toQueue, Bio toSubmit) {
        boolean plugs = toSubmit.op() == Op.READ
                ? plugsReads && asynchronous
                : toSubmit.op().movesData();
        if (!plugs || plug.isActive()) {
            return inner.submit(toQueue, toSubmit);
        }
        queue = toQueue;
        bio = toSubmit;
        return submitPlugged;
    }

    private Step submitPlugged(Context cx) {
        BlockQueue to = queue;
        Bio submitted = bio;
        if (to == null || submitted == null) {
            throw new IllegalStateException("no bio is being submitted");
        }
        queue = null;
        bio = null;
        plug.startForOne();
        return cx.call(inner.submit(to, submitted), finish);
    }

    private Step finish(Context cx) {
        return inner.finishPlug();
    }

    @Override
    public Step finishPlug() {
        asynchronous = false;
        return inner.finishPlug();
    }

    @Override
    public boolean polls(BlockQueue toQueue) {
        return inner.polls(toQueue);
    }

    @Override
    public Step poll(BlockQueue toQueue) {
        return inner.poll(toQueue);
    }
}
