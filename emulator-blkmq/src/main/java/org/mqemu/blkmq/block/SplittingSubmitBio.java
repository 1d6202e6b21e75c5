package org.mqemu.blkmq.block;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;
import org.mqemu.api.hardware.CommandStatus;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.cpu.Step;
import org.mqemu.blkmq.sync.CacheLine;

/**
 * Splits bios that are larger than a request may be, and submits the parts one after the other.
 *
 * <p>Up to 4.2 the submitter (direct I/O) built bios that fit, since 4.3 blk_queue_split cuts them: either way the
 * parts reach the queue one by one, and the I/O ends when its last part ends, with the first error.
 */
public final class SplittingSubmitBio implements SubmitBio {
    private final SubmitBio whole;
    private final ArrayDeque<Bio> parts = new ArrayDeque<>();
    private @Nullable BlockQueue queue;
    private final Step next = this::next;

    /**
     * Wraps a way in.
     *
     * @param whole takes bios that fit
     */
    public SplittingSubmitBio(SubmitBio whole) {
        this.whole = whole;
    }

    @Override
    public void startPlug(int ios) {
        whole.startPlug(ios);
    }

    @Override
    public Step submit(BlockQueue toQueue, Bio bio) {
        if (!bio.op().movesData() || toQueue.limits().nextPart(bio.sectors()) == bio.sectors()) {
            return whole.submit(toQueue, bio);
        }
        queue = toQueue;
        split(toQueue.limits(), bio);
        return next;
    }

    private void split(QueueLimits limits, Bio bio) {
        Parts all = new Parts(bio);
        int done = 0;
        while (done < bio.sectors()) {
            int size = limits.nextPart(bio.sectors() - done);
            Bio part = new Bio(all, bio.token());
            part.describe(bio.op(), bio.sector() + done, size);
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

    /** Counts the parts of a bio; they may end on different CPUs, under the line that the whole's end is written to. */
    private static final class Parts implements BioEnd {
        private final Bio whole;
        private int open;
        private CommandStatus status = CommandStatus.GOOD;

        Parts(Bio whole) {
            this.whole = whole;
        }

        @Override
        public CacheLine line() {
            return whole.end().line();
        }

        @Override
        public synchronized void ended(Context cx, Bio part, CommandStatus partStatus) {
            if (status == CommandStatus.GOOD) {
                status = partStatus;
            }
            open--;
            if (open == 0) {
                whole.end().ended(cx, whole, status);
            }
        }
    }
}
