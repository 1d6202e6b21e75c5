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
    private final ArrayDeque<Freezing> freezers = new ArrayDeque<>();
    private final Ref<GatePort> port = ref(GatePort.class);
    private final AtomicInteger runs = new AtomicInteger();
    private volatile boolean frozen;
    private volatile boolean quiesced;
    private volatile @Nullable Freezing current;

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
    boolean enter(Context cx) {
        users.incrementAndGet();
        if (!frozen) {
            return true;
        }
        leave(cx);
        return false;
    }

    /** Enters so many more times, for a caller that is inside. */
    void enterAgain(int times) {
        users.addAndGet(times);
    }

    /** Leaves; the last one tells the freezer (blk_queue_exit). */
    void leave(Context cx) {
        int left = users.decrementAndGet();
        if (left < 0) {
            throw new IllegalStateException(name() + " was left more often than entered");
        }
        if (left == 0 && frozen) {
            cx.send(port, new Drained(), cx.nowNs());
        }
    }

    /** Begins a run of a hardware queue, or returns false if the queue is quiesced: then nothing waits for one. */
    boolean beginRun(Context cx) {
        runs.incrementAndGet();
        if (!quiesced) {
            return true;
        }
        endRun(cx);
        return false;
    }

    /** Ends a run; the last one tells who quiesces the queue. */
    void endRun(Context cx) {
        if (runs.decrementAndGet() == 0 && quiesced) {
            cx.send(port, new Drained(), cx.nowNs());
        }
    }

    /**
     * Lets no more hardware queue of a frozen queue be run, and returns whether none is being run (blk_mq_quiesce_queue):
     * a run that has found nothing to do may still be about to ask the scheduler.
     */
    boolean quiesce() {
        quiesced = true;
        return runs.get() == 0;
    }

    /** Returns whether the gate is closed because somebody has asked to freeze the queue, and nobody is inside. */
    boolean isFrozenFor(Freezing freezing) {
        return current == freezing && frozen && isEmpty();
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
        if (current == null) {
            freeze(wait.freezing());
        } else {
            freezers.add(wait.freezing());
        }
    }

    /** blk_freeze_queue, for one at a time (q.sysfs_lock). */
    private void freeze(Freezing freezing) {
        current = freezing;
        frozen = true;
        if (isEmpty()) {
            wake(freezing.thread);
        }
    }

    @Override
    public void onDrained(Drained drained) {
        Freezing waiting = current;
        if (waiting != null && isEmpty()) {
            wake(waiting.thread);
        }
    }

    @Override
    public void onThaw(Thaw thaw) {
        current = null;
        quiesced = false;
        frozen = false;
        while (!submitters.isEmpty()) {
            wake(submitters.remove());
        }
        Freezing next = freezers.poll();
        if (next != null) {
            freeze(next);
        }
    }

    private void wake(Context thread) {
        send(thread.cpu().port(), new CpuPort.Wake(thread), nowNs() + wakeLatencyNs);
    }

    /** One freeze of the queue: the same thread may ask for the next one before this one's end has been heard. */
    static final class Freezing {
        private final Context thread;

        Freezing(Context thread) {
            this.thread = thread;
        }
    }

    @Override
    protected void audit(Audit audit) {
        audit.mustBeZero(this, "requests inside", users.get());
        audit.mustBeZero(this, "runs", runs.get());
        audit.mustBeZero(this, "submitters that wait", submitters.size());
    }
}
