package org.mqemu.scsi.lld;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mqemu.blkmq.block.Bio;
import org.mqemu.blkmq.block.BlockLayer;
import org.mqemu.blkmq.block.BlockQueue;
import org.mqemu.blkmq.block.BlockStatus;
import org.mqemu.blkmq.block.Disk;
import org.mqemu.blkmq.block.QueueLimits;
import org.mqemu.blkmq.block.QueueSysfs;
import org.mqemu.blkmq.block.SplittingSubmitBio;
import org.mqemu.blkmq.block.SubmitBio;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.cpu.Price;
import org.mqemu.blkmq.cpu.PriceList;
import org.mqemu.blkmq.cpu.Step;

/**
 * null_blk in its bio mode (queue_mode=0): bios go straight to the driver, past every queue. There are no requests, so
 * nothing is plugged, merged, split or scheduled, and /proc/diskstats counts nothing; a block trace has Q and C alone.
 *
 * <p>With irqmode 1 a bio ends at once as with 0: there is no CPU to send it to.
 *
 * <p>Source: drivers/block/null_blk/main.c of 6.1, null_submit_bio; null_queue_bio of 3.15.
 */
public final class NullBlkBio implements BlockLayer {
    /** Pages of the largest bio that direct I/O makes (BIO_MAX_VECS). */
    private static final int MOST_PAGES = 256;

    private static final int SECTORS_PER_PAGE = 8;

    private final boolean byTimer;
    private final long completionNs;
    private final PriceList prices;
    private final End end;

    /**
     * Creates the driver.
     *
     * @param irqMode how a bio is answered
     * @param completionNs how long it takes (completion_nsec), in nanoseconds; with {@link NullBlk.IrqMode#TIMER} only
     * @param prices the kernel's price list
     */
    public NullBlkBio(NullBlk.IrqMode irqMode, long completionNs, PriceList prices) {
        this.byTimer = irqMode == NullBlk.IrqMode.TIMER;
        this.completionNs = completionNs;
        this.prices = prices;
        this.end = new End(prices);
    }

    /**
     * Makes a device's queue, which queues nothing.
     *
     * @param disk the device
     * @param commands its commands
     */
    public BlockQueue newQueue(Disk disk, NullCommands commands) {
        return new BioQueue(disk, commands, new QueueLimits(MOST_PAGES * SECTORS_PER_PAGE, MOST_PAGES, 2));
    }

    private record BioQueue(Disk disk, NullCommands commands, QueueLimits limits) implements BlockQueue {}

    @Override
    public SubmitBio newSubmitBio(Context thread) {
        return new SplittingSubmitBio(new Submit());
    }

    @Override
    public QueueSysfs newSysfs(Context thread) {
        return new NoSysfs();
    }

    /** submit_bio_noacct and null_submit_bio, for one thread. */
    private final class Submit implements SubmitBio {
        private final Price submitPrice = prices.of("submit_bio_noacct");
        private final Price handlePrice = prices.of("null_submit_bio");
        private final @Nullable Price timerPrice = byTimer ? prices.of("hrtimer_interrupt") : null;
        private @Nullable BioQueue queue;
        private @Nullable Bio bio;
        private int command;
        private boolean waits;
        private long waitsSinceNs;

        private final Step enter = this::enter;
        private final Step take = this::take;
        private final Step handle = this::handle;
        private final Step answer = this::answer;

        @Override
        public Step submit(BlockQueue toQueue, Bio toSubmit) {
            queue = (BioQueue) toQueue;
            bio = toSubmit;
            return enter;
        }

        @Override
        public Step finishPlug() {
            return Context::ret;
        }

        private static <T> T present(@Nullable T value) {
            if (value == null) {
                throw new IllegalStateException("no bio is being submitted");
            }
            return value;
        }

        private Step enter(Context cx) {
            present(queue).disk().queued(present(bio), cx.cpuNumber(), cx.nowNs());
            cx.charge(submitPrice);
            return take;
        }

        /** alloc_cmd: tries, waits in the queue, tries again, and sleeps until one is freed. */
        private @Nullable Step take(Context cx) {
            NullCommands commands = present(queue).commands();
            command = commands.take(cx);
            if (command != NullCommands.NONE) {
                if (waits) {
                    waits = false;
                    commands.endWait(cx, cx.nowNs() - waitsSinceNs);
                }
                return handle;
            }
            if (!waits) {
                waits = true;
                waitsSinceNs = cx.nowNs();
                commands.beginWait(cx);
                return take;
            }
            return sleep;
        }

        private final Step sleep = this::sleep;
        private final Step woken = this::woken;

        private @Nullable Step sleep(Context cx) {
            return cx.sleep(true, woken);
        }

        private Step woken(Context cx) {
            present(queue).commands().beginWait(cx);
            return take;
        }

        private Step handle(Context cx) {
            cx.charge(handlePrice);
            return answer;
        }

        private @Nullable Step answer(Context cx) {
            BioQueue from = present(queue);
            Bio submitted = present(bio);
            int used = command;
            queue = null;
            bio = null;
            Price price = timerPrice;
            if (price == null) {
                return end.begin(from, submitted, used);
            }
            cx.armTimer(price, expired -> end.begin(from, submitted, used), cx.nowNs() + completionNs);
            return cx.ret();
        }
    }

    /** end_cmd: the bio, then its command. */
    private static final class End {
        private final Price endioPrice;
        private final Price freePrice;
        private final Price wakePrice;

        End(PriceList prices) {
            endioPrice = prices.of("bio_endio");
            freePrice = prices.of("null_complete_rq");
            wakePrice = prices.of("try_to_wake_up");
        }

        Step begin(BioQueue queue, Bio bio, int command) {
            return cx -> {
                cx.touch(bio.end().line());
                queue.disk().bioEnded(bio, BlockStatus.OK, cx.cpuNumber(), cx.nowNs());
                bio.end().ended(cx, bio, BlockStatus.OK);
                cx.charge(endioPrice);
                return next -> free(next, queue, command);
            };
        }

        private @Nullable Step free(Context cx, BioQueue queue, int command) {
            int woken = queue.commands().free(cx, command);
            cx.charge(freePrice);
            cx.charge(wakePrice, woken);
            return cx.ret();
        }
    }

    /** A queue without requests has nothing to set. */
    private static final class NoSysfs implements QueueSysfs {
        @Override
        public void check(String attribute, String value) {
            throw new IllegalArgumentException(
                    "null_blk with queue_mode 0 has no requests, and " + attribute + " changes nothing");
        }

        @Override
        public Step store(BlockQueue queue, String attribute, String value) {
            throw new IllegalStateException("refused by check: " + List.of(attribute, value));
        }
    }
}
