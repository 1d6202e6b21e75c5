package org.mqemu.blkmq.block;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;
import org.mqemu.api.hardware.Op;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.cpu.Step;
import org.mqemu.blkmq.sync.CacheLine;

/**
 * The front of submit_bio: drops flags that ask for durability where no cache could lose anything, so that an empty
 * flush ends at once (generic_make_request_checks of 3.15, submit_bio_noacct of 6.1); splits bios that are larger than
 * a request may be, and submits the parts one after the other.
 *
 * <p>Up to 4.2 the submitter (direct I/O) built bios that fit, and each was traced as a bio of its own. Since 4.3
 * blk_queue_split cuts them: the trace has the whole bio once, and an X for each cut (from 4.12 on; between, each rest
 * was traced as a bio again). Either way the parts reach the queue one by one, are counted as bios there, and the I/O
 * ends when its last part ends, with the first error. Parts are not polled for, as in 6.1.
 */
public final class SplittingSubmitBio implements SubmitBio {
    private final SubmitBio whole;
    private final boolean splitsInBlockLayer;
    private final ArrayDeque<Bio> parts = new ArrayDeque<>();
    private @Nullable BlockQueue queue;
    private final Step next = this::next;

    /**
     * Wraps a way in, as up to 4.2.
     *
     * @param whole takes bios that fit
     */
    public SplittingSubmitBio(SubmitBio whole) {
        this(whole, false);
    }

    /**
     * Wraps a way in.
     *
     * @param whole takes bios that fit
     * @param splitsInBlockLayer whether the block layer cuts bios, instead of the submitter
     */
    public SplittingSubmitBio(SubmitBio whole, boolean splitsInBlockLayer) {
        this.whole = whole;
        this.splitsInBlockLayer = splitsInBlockLayer;
    }

    @Override
    public void startPlug(int ios) {
        whole.startPlug(ios);
    }

    @Override
    public Step submit(BlockQueue toQueue, Bio bio) {
        if (bio.isFlush() && !toQueue.writeCache().volatileCache()) {
            bio.dropFlush();
            if (bio.op() == Op.FLUSH) {
                return cx -> endAtOnce(cx, bio);
            }
        }
        if (!bio.op().movesData() || toQueue.limits().nextPart(bio.sectors(), !splitsInBlockLayer) == bio.sectors()) {
            return whole.submit(toQueue, bio);
        }
        queue = toQueue;
        split(toQueue.limits(), bio);
        return next;
    }

    /** What has ended is durable already; the queue hears nothing of it. */
    private static @Nullable Step endAtOnce(Context cx, Bio bio) {
        cx.touch(bio.end().line());
        bio.end().ended(cx, bio, BlockStatus.OK);
        return cx.ret();
    }

    private void split(QueueLimits limits, Bio bio) {
        Parts all = new Parts(bio);
        int done = 0;
        while (done < bio.sectors()) {
            int size = limits.nextPart(bio.sectors() - done, !splitsInBlockLayer);
            Bio part = new Bio(all, bio.token());
            part.describePart(bio, bio.sector() + done, size, splitsInBlockLayer);
            parts.add(part);
            all.open++;
            done += size;
        }
    }

    private @Nullable Step next(Context cx) {
        Bio part = parts.poll();
        BlockQueue to = queue;
        if (part == null || to == null) {
            queue = null;
            return cx.ret();
        }
        return cx.call(whole.submit(to, part), next);
    }

    @Override
    public Step finishPlug() {
        return whole.finishPlug();
    }

    @Override
    public boolean polls(BlockQueue toPoll) {
        return whole.polls(toPoll);
    }

    @Override
    public Step poll(BlockQueue toPoll) {
        return whole.poll(toPoll);
    }

    /** Counts the parts of a bio; they may end on different CPUs, under the line that the whole's end is written to. */
    private static final class Parts implements BioEnd {
        private final Bio whole;
        private int open;
        private BlockStatus status = BlockStatus.OK;

        Parts(Bio whole) {
            this.whole = whole;
        }

        @Override
        public CacheLine line() {
            return whole.end().line();
        }

        @Override
        public synchronized void ended(Context cx, Bio part, BlockStatus partStatus) {
            if (status == BlockStatus.OK) {
                status = partStatus;
            }
            open--;
            if (open == 0) {
                whole.end().ended(cx, whole, status);
            }
        }
    }
}
