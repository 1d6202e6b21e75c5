package org.mqemu.blkmq.driver;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.mqemu.api.engine.Component;
import org.mqemu.api.engine.Ref;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.cpu.CpuPort;

/**
 * A queue's timer (q.timeout): set when a request is started and it is not set yet; when it expires, kblockd looks for
 * requests that have timed out.
 *
 * <p>The kernel rounds to whole seconds; this does not.
 */
public final class QueueTimer extends Component implements TimeoutPort {
    /** How long a request may take unless said otherwise, in nanoseconds (BLK_DEFAULT_MQ_TIMEOUT, SD_TIMEOUT: 30 s). */
    public static final long DEFAULT_NS = 30_000_000_000L;

    private final Supplier<Ref<CpuPort>> cpu;
    private final Supplier<CpuPort.TellThread> look;
    private final Ref<TimeoutPort> port = ref(TimeoutPort.class);
    private final AtomicBoolean set = new AtomicBoolean();

    /**
     * Creates a timer that is not set.
     *
     * @param cpu the CPU of the worker that looks for requests that have timed out
     * @param look the message that lets it look
     */
    public QueueTimer(Supplier<Ref<CpuPort>> cpu, Supplier<CpuPort.TellThread> look) {
        this.cpu = cpu;
        this.look = look;
    }

    /**
     * Sets the timer unless it is set.
     *
     * @param cx the context that asks
     * @param atNs when it expires, in nanoseconds
     */
    public void set(Context cx, long atNs) {
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
        send(cpu.get(), look.get(), nowNs());
    }
}
