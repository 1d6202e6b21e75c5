package org.mqemu.blkmq.mq;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mqemu.api.engine.Audit;
import org.mqemu.api.engine.Component;

/**
 * A hardware queue: the actor that hands asynchronous and delayed runs to kblockd's workers.
 *
 * <p>A device has one hardware queue, so a run goes to the worker of the CPU that asks, as in blk-mq of 3.16.
 */
public final class HardwareQueue extends Component implements HctxPort {
    private List<KWorker> workers = List.of();
    private @Nullable Hctx hctx;
    private int delayedFrom = -1;
    private long asyncRuns;

    void connect(Hctx memory, List<KWorker> all) {
        hctx = memory;
        workers = all;
    }

    private Hctx hctx() {
        Hctx memory = hctx;
        if (memory == null) {
            throw new IllegalStateException(name() + " is not connected");
        }
        return memory;
    }

    @Override
    public void onRunAsync(RunAsync run) {
        asyncRuns++;
        KWorker worker = workers.get(run.fromCpu());
        send(worker.cpu(), worker.work(hctx()), nowNs());
    }

    @Override
    public void onRunDelayed(RunDelayed run) {
        if (delayedFrom < 0) {
            delayedFrom = run.fromCpu();
            armSelf(nowNs() + run.delayNs());
        }
    }

    @Override
    protected void onSelf() {
        int from = delayedFrom;
        delayedFrom = -1;
        Hctx memory = hctx();
        if (memory.start() && memory.queueWork()) {
            onRunAsync(new RunAsync(from));
        }
    }

    @Override
    protected void audit(Audit audit) {
        audit.mustBeZero(
                this, "requests on its dispatch list", hctx().dispatch().size());
    }

    /** Returns how often a worker was given this queue to run. */
    public long asyncRuns() {
        return asyncRuns;
    }
}
