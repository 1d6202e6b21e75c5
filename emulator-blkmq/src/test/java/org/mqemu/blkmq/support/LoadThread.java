package org.mqemu.blkmq.support;

import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;
import org.mqemu.api.hardware.Op;
import org.mqemu.api.stats.CpuMode;
import org.mqemu.blkmq.aio.AioRing;
import org.mqemu.blkmq.block.Bio;
import org.mqemu.blkmq.block.BioEnd;
import org.mqemu.blkmq.block.BlockQueue;
import org.mqemu.blkmq.block.BlockStatus;
import org.mqemu.blkmq.block.SubmitBio;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.cpu.Step;
import org.mqemu.blkmq.sync.CacheLine;

/** Keeps bios outstanding, as fio with libaio does: submits a batch under a plug, then waits for an event. */
public final class LoadThread implements BioEnd {
    private static final Shape READS = (bio, sector) -> bio.describe(Op.READ, sector, 8);

    private final Context thread;
    private final AioRing ring;
    private final SubmitBio submitBio;
    private final List<BlockQueue> queues;
    private final IntUnaryOperator random;
    private final Shape shape;
    private final int batch;
    private final AtomicIntegerArray pending;
    private final ArrayDeque<Bio> free = new ArrayDeque<>();
    private final Step fill = this::fill;
    private final Step plugged = this::plugged;
    private final Step reap = this::reap;
    private final AtomicInteger left = new AtomicInteger();
    private int inBatch;
    private int submitted;
    private final AtomicInteger ended = new AtomicInteger();
    private long nextSector;

    /** What bios look like. */
    @FunctionalInterface
    public interface Shape {

        /** Describes a bio; the one before it ended where a sector is. */
        void describe(Bio bio, long sector);
    }

    private LoadThread(
            HostFixture host,
            Context thread,
            SubmitBio submitBio,
            List<BlockQueue> queues,
            int depth,
            int batch,
            int total,
            IntUnaryOperator random,
            Shape shape) {
        this.thread = thread;
        this.ring = new AioRing(host.line(thread.name() + ".ring"), thread, true, host.prices());
        this.submitBio = submitBio;
        this.queues = queues;
        this.batch = batch;
        this.left.set(total);
        this.random = random;
        this.shape = shape;
        this.pending = new AtomicIntegerArray(depth);
        for (int token = 0; token < depth; token++) {
            free.add(new Bio(this, token));
        }
    }

    /**
     * Starts one; its bios go to sectors 0, 8, 16 and so on.
     *
     * @param host the host
     * @param stack the block layer
     * @param cpu its CPU
     * @param atNs when it starts
     * @param depth bios that it keeps outstanding
     * @param batch bios that it submits under one plug
     * @param total bios that it submits in all
     * @param random draws below a bound, for the choice of the device
     */
    public static LoadThread start(
            HostFixture host,
            TestStack stack,
            int cpu,
            long atNs,
            int depth,
            int batch,
            int total,
            IntUnaryOperator random) {
        return start(host, stack, cpu, atNs, depth, batch, total, random, READS);
    }

    /** Starts one whose bios are as told. */
    public static LoadThread start(
            HostFixture host,
            TestStack stack,
            int cpu,
            long atNs,
            int depth,
            int batch,
            int total,
            IntUnaryOperator random,
            Shape shape) {
        Context thread = host.cpu(cpu).newThread("load" + cpu + "." + atNs, CpuMode.SYS);
        List<BlockQueue> queues =
                stack.disks().stream().map(disk -> stack.queue(disk.index())).toList();
        LoadThread load =
                new LoadThread(host, thread, stack.newSubmitBio(thread), queues, depth, batch, total, random, shape);
        host.start(thread, atNs, load.fill);
        return load;
    }

    private @Nullable Step fill(Context cx) {
        if (inBatch == 0) {
            submitBio.startPlug(Math.min(Math.min(left.get(), batch), free.size()));
        }
        if (left.get() > 0 && inBatch < batch && !free.isEmpty()) {
            Bio bio = free.remove();
            left.decrementAndGet();
            inBatch++;
            submitted++;
            shape.describe(bio, nextSector);
            nextSector += bio.sectors();
            pending.set(bio.token(), 1);
            return cx.call(submitBio.submit(queues.get(random.applyAsInt(queues.size())), bio), fill);
        }
        return cx.call(submitBio.finishPlug(), plugged);
    }

    private @Nullable Step plugged(Context cx) {
        inBatch = 0;
        if (left.get() > 0 && !free.isEmpty()) {
            return fill;
        }
        return submitted == ended.get() && ring.available() == 0 ? cx.ret() : reap;
    }

    private @Nullable Step reap(Context cx) {
        Bio bio = ring.poll();
        if (bio == null) {
            return ring.announceSleep(1) ? cx.sleep(true, reap) : reap;
        }
        while (bio != null) {
            free.add(bio);
            bio = ring.poll();
        }
        return left.get() > 0 ? fill : plugged;
    }

    @Override
    public CacheLine line() {
        return ring.line();
    }

    @Override
    public void ended(Context cx, Bio bio, BlockStatus status) {
        if (!pending.compareAndSet(bio.token(), 1, 0)) {
            throw new IllegalStateException("bio " + bio.token() + " ends twice");
        }
        ended.incrementAndGet();
        ring.ended(cx, bio, status);
    }

    /** Submits nothing more; only under the virtual clock. */
    public void stop() {
        left.set(0);
    }

    /** Returns its thread. */
    public Context thread() {
        return thread;
    }

    /** Returns how many bios it has submitted. */
    public int submitted() {
        return submitted;
    }

    /** Returns how many of them have ended. */
    public int ended() {
        return ended.get();
    }
}
