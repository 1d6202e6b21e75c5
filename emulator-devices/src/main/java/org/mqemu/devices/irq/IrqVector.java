package org.mqemu.devices.irq;

import org.jspecify.annotations.Nullable;
import org.mqemu.api.engine.Audit;
import org.mqemu.api.engine.Component;
import org.mqemu.api.engine.Mark;
import org.mqemu.api.engine.Marked;
import org.mqemu.api.engine.Ref;
import org.mqemu.api.hardware.Interrupt;
import org.mqemu.api.hardware.InterruptTarget;
import org.mqemu.api.hardware.Reply;
import org.mqemu.api.hardware.ReplyQueue;
import org.mqemu.api.hardware.VectorPort;
import org.mqemu.api.stats.MeasuredSpan;
import org.mqemu.devices.Range;

/**
 * One MSI-X vector and the reply queue behind it.
 *
 * <p>While a handler is at work (from the moment an interrupt is raised until the handler finds the queue empty and
 * ends its service), replies raise no interrupt; the handler finds them. So interrupts coalesce by the handler's speed
 * alone. What an HBA adds of its own is a {@link Coalescing}.
 *
 * <p>Caveat: the affinity is one CPU and fixed for a run; irqbalance moves nothing.
 */
public final class IrqVector extends Component implements VectorPort, Marked {
    /** The largest latency of an interrupt, in nanoseconds. */
    public static final long MAX_LATENCY_NS = 1_000_000_000L;

    private final Interrupt interrupt;
    private final long latencyNs;
    private final Coalescing coalescing;
    private final ReplyQueue replyQueue = new ReplyQueue();
    private @Nullable Ref<InterruptTarget> affinity;
    /** Replies that are held back. */
    private int waiting;

    private long interrupts;
    private long replies;
    private final MeasuredSpan<VectorStatistics> measured =
            new MeasuredSpan<>(this::statistics, VectorStatistics::plus, VectorStatistics::since);

    /**
     * Creates a vector that interrupts nobody yet.
     *
     * @param number the vector's number, unique in the machine, at least 0
     * @param latencyNs the time from the HBA's write to the CPU's interrupt, in nanoseconds, from 0 to
     *     {@link #MAX_LATENCY_NS}
     * @throws IllegalArgumentException if one of them lies outside
     */
    public IrqVector(int number, long latencyNs) {
        this(number, latencyNs, Coalescing.OFF);
    }

    /**
     * Creates a vector that interrupts nobody yet.
     *
     * @param number the vector's number, unique in the machine, at least 0
     * @param latencyNs the time from the HBA's write to the CPU's interrupt, in nanoseconds, from 0 to
     *     {@link #MAX_LATENCY_NS}
     * @param coalescing how long replies are held back
     * @throws IllegalArgumentException if one of them lies outside
     */
    public IrqVector(int number, long latencyNs, Coalescing coalescing) {
        Range.check("vector", number, 0, Integer.MAX_VALUE);
        this.interrupt = new Interrupt(number);
        this.coalescing = coalescing;
        this.latencyNs = Range.check("latencyNs", latencyNs, 0, MAX_LATENCY_NS);
    }

    /**
     * Says which CPU the vector interrupts, as {@code /proc/irq/N/smp_affinity} does. Call it before the run.
     *
     * @param cpu the CPU
     */
    public void setAffinity(Ref<InterruptTarget> cpu) {
        affinity = cpu;
    }

    /** Returns the vector's number, as its interrupts carry it. */
    public int number() {
        return interrupt.vector();
    }

    /** Returns the reply queue: memory shared with the driver's interrupt handler. */
    public ReplyQueue replyQueue() {
        return replyQueue;
    }

    /** {@inheritDoc} Raises an interrupt, unless a handler is at work or the reply is held back. */
    @Override
    public void onReply(Reply reply) {
        replies++;
        if (coalescing.isOff()) {
            if (replyQueue.post(reply)) {
                interrupt();
            }
            return;
        }
        replyQueue.write(reply);
        if (replyQueue.inService()) {
            forget(); // the handler finds it
        } else if (coalescing.isEnough(++waiting)) {
            raise();
        } else if (waiting == 1) {
            armSelf(nowNs() + coalescing.ns());
        }
    }

    /** The oldest reply has waited for long enough. */
    @Override
    protected void onSelf() {
        raise();
    }

    /** Under real time a handler that ended its service just now may have taken what is held back. */
    private void raise() {
        forget();
        if (!replyQueue.isEmpty() && replyQueue.beginService()) {
            interrupt();
        }
    }

    private void forget() {
        waiting = 0;
        disarmSelf();
    }

    private void interrupt() {
        interrupts++;
        send(target(), interrupt, nowNs() + latencyNs);
    }

    private Ref<InterruptTarget> target() {
        Ref<InterruptTarget> cpu = affinity;
        if (cpu == null) {
            throw new IllegalStateException(name() + " has no affinity: no CPU takes its interrupts");
        }
        return cpu;
    }

    /** Returns what the vector has counted; read it in the run only under a clock that is not concurrent. */
    public VectorStatistics statistics() {
        return new VectorStatistics(interrupts, replies);
    }

    @Override
    public void onMark(Mark mark) {
        measured.mark(mark.begin());
    }

    /** Returns what the vector has counted while measuring. */
    public VectorStatistics measured() {
        return measured.measured();
    }

    @Override
    protected void audit(Audit audit) {
        audit.mustBeZero(this, "replies that no handler has taken", replyQueue.size());
    }
}
