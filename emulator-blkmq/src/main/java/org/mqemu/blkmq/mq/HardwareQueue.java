package org.mqemu.blkmq.mq;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mqemu.api.engine.Audit;
import org.mqemu.api.engine.Component;

/**
 * A hardware queue: the actor that hands asynchronous and delayed runs to kblockd's workers.
 *
 * <p>With one hardware queue a run goes to the worker of the CPU that asks, otherwise to the workers of the queue's
 * CPUs in turn, eight times each (BLK_MQ_CPU_WORK_BATCH), as blk-mq of 3.16 does.
 */
public final class HardwareQueue extends Component implements HctxPort {
    private static final int WORK_BATCH = 8;

    private final boolean onlyOne;
    private List<KWorker> workers = List.of();
    private List<KWorker> mine = List.of();
    private @Nullable Hctx hctx;
    private int next;
    private int batch = WORK_BATCH;
    private int delayedFrom = -1;
    private long asyncRuns;

    HardwareQueue(boolean onlyOne) {
        this.onlyOne = onlyOne;
    }

    void connect(Hctx memory, List<KWorker> all, List<KWorker> ofQueue) {
        hctx = memory;
        workers = all;
        mine = ofQueue;
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
        KWorker worker = onlyOne ? workers.get(run.fromCpu()) : nextWorker();
        send(worker.cpu(), worker.work(hctx()), nowNs());
    }

    private KWorker nextWorker() {
        if (--batch <= 0) {
            next = (next + 1) % mine.size();
            batch = WORK_BATCH;
        }
        return mine.get(next);
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
