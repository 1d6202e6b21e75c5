package org.mqemu.blkmq.legacy;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mqemu.api.engine.Component;

/** The timer of a queue: the actor that hands asynchronous and delayed runs to kblockd's workers. */
final class RequestQueueTimer extends Component implements RunQueuePort {
    private static final long NEVER = Long.MAX_VALUE;

    private final List<Kblockd> workers;
    private @Nullable RequestQueue queue;
    private long dueNs = NEVER;
    private int cpu;

    /**
     * Creates a timer that is not set.
     *
     * @param workers the workers by CPU; complete before the run
     */
    RequestQueueTimer(List<Kblockd> workers) {
        this.workers = workers;
    }

    void belongsTo(RequestQueue owner) {
        queue = owner;
    }

    @Override
    public void onRunAt(RunAt run) {
        if (run.atNs() >= dueNs) {
            return;
        }
        cpu = run.cpu();
        if (run.atNs() <= nowNs()) {
            disarmSelf();
            onSelf();
        } else {
            dueNs = run.atNs();
            armSelf(dueNs);
        }
    }

    @Override
    protected void onSelf() {
        dueNs = NEVER;
        RequestQueue toRun = queue;
        if (toRun == null) {
            throw new IllegalStateException(name() + " belongs to no queue");
        }
        Kblockd worker = workers.get(cpu);
        send(worker.cpu(), worker.work(toRun), nowNs());
    }
}
