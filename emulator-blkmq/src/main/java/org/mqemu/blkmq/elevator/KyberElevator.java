package org.mqemu.blkmq.elevator;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;
import org.mqemu.api.hardware.Op;
import org.mqemu.blkmq.block.Bio;
import org.mqemu.blkmq.block.QueueLimits;
import org.mqemu.blkmq.block.Request;

/**
 * Kyber: keeps latencies by limiting how many reads, writes, discards and other requests the device has, first come
 * first served within each kind.
 *
 * <p>Reads and writes of one CPU wait in lists of their own, which no other CPU's submissions touch; hardware queues
 * fetch them when there are tokens. Source: block/kyber-iosched.c of 6.1.
 *
 * <p>Safe for CPUs that run at the same time: each CPU's lists, each hardware queue, each domain's tokens and the
 * control loop are guarded on their own, for as long as a list operation takes.
 */
public final class KyberElevator implements Elevator {
    private static final int ASYNC_PERCENT = 75;
    private static final int PERCENT = 100;

    private final Tunables tunables = new Tunables("kyber");
    private final Tunables.Tunable readTargetNs =
            tunables.add("read_lat_nsec", KyberDomain.READ.targetNs(), 0, Long.MAX_VALUE);
    private final Tunables.Tunable writeTargetNs =
            tunables.add("write_lat_nsec", KyberDomain.WRITE.targetNs(), 0, Long.MAX_VALUE);
    private final List<KyberTokens> tokens = new ArrayList<>();
    private final KyberThrottle throttle;
    private final KyberCtxQueue[][] ctxQueues;
    private final KyberHctx[] hctxs;
    private final HctxOf hctxOf;
    private final ArrayDeque<Integer> wakeups = new ArrayDeque<>();

    /**
     * Creates an empty scheduler.
     *
     * @param cpus the number of CPUs
     * @param hctxs the number of hardware queues
     * @param hctxOfCpu which hardware queue serves a CPU, from 0
     */
    public KyberElevator(int cpus, int hctxs, IntUnaryOperator hctxOfCpu) {
        this(cpus, hctxs, (op, polled, cpu) -> hctxOfCpu.applyAsInt(cpu));
    }

    /**
     * Creates an empty scheduler for a device that has hardware queues of their own for some kinds of I/O.
     *
     * @param cpus the number of CPUs
     * @param hctxs the number of hardware queues
     * @param hctxOf which hardware queue serves an I/O, from 0
     */
    public KyberElevator(int cpus, int hctxs, HctxOf hctxOf) {
        for (KyberDomain domain : KyberDomain.ALL) {
            tokens.add(new KyberTokens(domain.maxDepth(), hctxs));
        }
        this.throttle = new KyberThrottle(tokens);
        this.hctxOf = hctxOf;
        this.hctxs = new KyberHctx[hctxs];
        Arrays.setAll(this.hctxs, i -> new KyberHctx(i, tokens));
        this.ctxQueues = new KyberCtxQueue[hctxs][cpus];
        for (int i = 0; i < hctxs; i++) {
            for (int cpu = 0; cpu < cpus; cpu++) {
                ctxQueues[i][cpu] = new KyberCtxQueue();
                this.hctxs[i].serves(ctxQueues[i][cpu]);
            }
        }
    }

    /** Which hardware queue serves an I/O. */
    @FunctionalInterface
    public interface HctxOf {

        /**
         * Returns its number.
         *
         * @param op what the I/O does
         * @param polled whether its submitter polls for its end
         * @param cpu the CPU that submits it
         */
        int number(Op op, boolean polled, int cpu);
    }

    @Override
    public String name() {
        return "kyber";
    }

    @Override
    public Locking locking() {
        return Locking.PER_QUEUE;
    }

    @Override
    public boolean merge(QueueLimits limits, Bio bio, int cpu, long nowNs) {
        return limits.merges()
                && ctxQueues[hctxOf.number(bio.op(), bio.isPolled(), cpu)][cpu].merge(
                        limits, KyberDomain.of(bio.op()), bio, cpu, nowNs);
    }

    @Override
    public boolean insert(QueueLimits limits, Request request, boolean atHead, long nowNs) {
        int cpu = request.cpu();
        int hctx = hctxOf.number(request.op(), request.isPolled(), cpu);
        hctxs[hctx].insert(ctxQueues[hctx][cpu], KyberDomain.of(request.op()), request, atHead);
        return true;
    }

    @Override
    public @Nullable Request takeJoined() {
        return null;
    }

    @Override
    public @Nullable Request dispatch(int hctx, long nowNs) {
        throttle.catchUp(nowNs);
        return hctxs[hctx].dispatch();
    }

    @Override
    public boolean hasWork(int hctx) {
        return hctxs[hctx].size() > 0;
    }

    @Override
    public int size() {
        int size = 0;
        for (KyberHctx hctx : hctxs) {
            size += hctx.size();
        }
        return size;
    }

    @Override
    public void completed(Request request, long nowNs) {
        KyberDomain domain = KyberDomain.of(request.op());
        throttle.completed(domain, targetNs(domain), nowNs - request.gotNs(), nowNs - request.issuedNs(), nowNs);
    }

    private long targetNs(KyberDomain domain) {
        return switch (domain) {
            case READ -> readTargetNs.get();
            case WRITE -> writeTargetNs.get();
            case DISCARD, OTHER -> domain.targetNs();
        };
    }

    @Override
    public void finished(Request request) {
        if (request.elevatorData() instanceof KyberDomain domain) {
            request.elevatorData(null);
            wake(tokens.get(domain.ordinal()).free());
        }
    }

    @Override
    public void requeued(Request request, long nowNs) {
        finished(request);
    }

    private void wake(List<Integer> woken) {
        if (!woken.isEmpty()) {
            synchronized (wakeups) {
                wakeups.addAll(woken);
            }
        }
    }

    /**
     * Returns the hardware queues that waited for a token and are to be run again, each once for each wait, and forgets
     * them. Worth asking for after {@link #finished} and {@link #requeued}: nothing else frees tokens.
     *
     * @return their numbers, in the order in which they were woken
     */
    @Override
    public List<Integer> takeWakeups() {
        synchronized (wakeups) {
            if (wakeups.isEmpty()) {
                return List.of();
            }
            List<Integer> taken = List.copyOf(wakeups);
            wakeups.clear();
            return taken;
        }
    }

    /** Asynchronous I/O leaves a quarter of the tags to I/O that somebody waits for. */
    @Override
    public int depthLimit(Op op, boolean sync, int nrRequests) {
        return sync ? nrRequests : Math.max(1, nrRequests * ASYNC_PERCENT / PERCENT);
    }

    @Override
    public Tunables tunables() {
        return tunables;
    }

    /**
     * Returns how many requests of a kind the device may have at once, as of the last time that a request ended or was
     * dispatched (the depth in debugfs sched/read_tokens and so on).
     *
     * @param op the kind
     */
    public int depth(Op op) {
        return tokensOf(op).depth();
    }

    /**
     * Returns how many requests of a kind hold a token: dispatched and not ended.
     *
     * @param op the kind
     */
    public int inUse(Op op) {
        return tokensOf(op).inUse();
    }

    private KyberTokens tokensOf(Op op) {
        return tokens.get(KyberDomain.of(op).ordinal());
    }
}
