package org.mqemu.blkmq.mq;

import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.mqemu.api.engine.Component;
import org.mqemu.api.engine.Ref;
import org.mqemu.blkmq.cpu.Context;

/**
 * A queue's timer (q.timeout): set when a request is started and it is not set yet; when it expires, kblockd looks for
 * requests that have timed out.
 *
 * <p>The kernel rounds to whole seconds; this does not.
 */
public final class QueueTimer extends Component implements TimeoutPort {
    /** How long a request may take unless sysfs io_timeout says otherwise, in nanoseconds (BLK_DEFAULT_MQ_TIMEOUT 30 s). */
    static final long DEFAULT_NS = 30_000_000_000L;

    private final List<KWorker> workers;
    private final Ref<TimeoutPort> port = ref(TimeoutPort.class);
    private final AtomicBoolean set = new AtomicBoolean();
    private @Nullable MqQueue queue;

    /**
     * Creates a timer that is not set.
     *
     * @param workers the workers by CPU
     */
    QueueTimer(List<KWorker> workers) {
        this.workers = workers;
    }

    void belongsTo(MqQueue owner) {
        queue = owner;
    }

    /** Sets the timer unless it is set. */
    void set(Context cx, long atNs) {
        if (!set.get() && set.compareAndSet(false, true)) {
            cx.send(port, new ExpireAt(atNs), cx.nowNs());
        }
    }

    @Override
    public void onExpireAt(ExpireAt expire) {
        armSelf(Math.max(nowNs(), expire.atNs()));
    }

    @Override
    protected void onSelf() {
        set.set(false);
        MqQueue of = queue;
        if (of == null) {
            throw new IllegalStateException(name() + " belongs to no queue");
        }
        KWorker worker = workers.get(0);
        send(worker.cpu(), worker.timeoutWork(of), nowNs());
    }
}
