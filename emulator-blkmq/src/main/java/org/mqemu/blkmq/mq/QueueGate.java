package org.mqemu.blkmq.mq;

import java.util.ArrayDeque;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.mqemu.api.engine.Audit;
import org.mqemu.api.engine.Component;
import org.mqemu.api.engine.Ref;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.cpu.CpuPort;

/**
 * A queue's entrance (q_usage_counter, mq_freeze_wq): the actor on which submitters sleep while the queue is frozen, and
 * the one who freezes it sleeps until nobody uses it any more.
 *
 * <p>The count is per CPU in the kernel, so that entering costs no shared cache line.
 */
public final class QueueGate extends Component implements GatePort {
    private final AtomicInteger users = new AtomicInteger();
    private final long wakeLatencyNs;
    private final ArrayDeque<Context> submitters = new ArrayDeque<>();
    private final ArrayDeque<Context> freezers = new ArrayDeque<>();
    private final Ref<GatePort> port = ref(GatePort.class);
    private volatile boolean frozen;
    private volatile @Nullable Context freezer;

    /**
     * Creates an open gate.
     *
     * @param wakeLatencyNs from a wake-up to its arrival at the sleeper's CPU, in nanoseconds
     */
    public QueueGate(long wakeLatencyNs) {
        this.wakeLatencyNs = wakeLatencyNs;
    }

    /** Returns the gate's address. */
    Ref<GatePort> port() {
        return port;
    }

    /** Enters, or returns false if the queue is frozen and the caller must wait (blk_queue_enter). */
    boolean enter() {
        users.incrementAndGet();
        if (!frozen) {
            return true;
        }
        users.decrementAndGet();
        return false;
    }

    /** Enters so many more times, for a caller that is inside. */
    void enterAgain(int times) {
        users.addAndGet(times);
    }

    /** Leaves, and returns whether the freezer must be told that nobody is inside any more (blk_queue_exit). */
    boolean exit() {
        int left = users.decrementAndGet();
        if (left < 0) {
            throw new IllegalStateException(name() + " was left more often than entered");
        }
        return left == 0 && frozen;
    }

    /** Returns whether the gate is closed and nobody is inside, for one who has asked to freeze the queue. */
    boolean isFrozenFor(Context thread) {
        return freezer == thread && frozen && isEmpty();
    }

    /** Returns whether nobody is inside. */
    private boolean isEmpty() {
        return users.get() == 0;
    }

    @Override
    public void onSubmitterWaits(SubmitterWaits wait) {
        if (frozen) {
            submitters.add(wait.thread());
        } else {
            wake(wait.thread());
        }
    }

    @Override
    public void onFreezerWaits(FreezerWaits wait) {
        if (freezer == null) {
            freeze(wait.thread());
        } else {
            freezers.add(wait.thread());
        }
    }

    /** blk_freeze_queue, for one at a time (q.sysfs_lock). */
    private void freeze(Context thread) {
        freezer = thread;
        frozen = true;
        if (isEmpty()) {
            wake(thread);
        }
    }

    @Override
    public void onDrained(Drained drained) {
        Context waiting = freezer;
        if (waiting != null && isEmpty()) {
            wake(waiting);
        }
    }

    @Override
    public void onThaw(Thaw thaw) {
        freezer = null;
        frozen = false;
        while (!submitters.isEmpty()) {
            wake(submitters.remove());
        }
        Context next = freezers.poll();
        if (next != null) {
            freeze(next);
        }
    }

    private void wake(Context thread) {
        send(thread.cpu().port(), new CpuPort.Wake(thread), nowNs() + wakeLatencyNs);
    }

    @Override
    protected void audit(Audit audit) {
        audit.mustBeZero(this, "requests inside", users.get());
        audit.mustBeZero(this, "submitters that wait", submitters.size());
    }
}
