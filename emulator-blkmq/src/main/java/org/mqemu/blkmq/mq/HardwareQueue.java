package org.mqemu.blkmq.mq;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mqemu.api.engine.Audit;
import org.mqemu.api.engine.Component;

/**
 * A hardware queue: the actor that hands asynchronous and delayed runs to kblockd's workers.
 *
 * <p>With one hardware queue a run goes to the worker of the CPU that asks; with several, to those of the queue's own
 * CPUs in turn, 8 runs each (blk_mq_hctx_next_cpu).
 */
public final class HardwareQueue extends Component implements HctxPort {
    private static final int WORK_BATCH = 8; // BLK_MQ_CPU_WORK_BATCH

    private final long ipiLatencyNs;
    private List<KWorker> workers = List.of();
    private @Nullable Hctx hctx;
    private static final long NEVER = Long.MAX_VALUE;

    private int delayedFrom = -1;
    private long delayedNs = NEVER;
    private boolean delayedIfStopped;
    private int sliceFrom;
    private long sliceEndsNs = NEVER;
    private int nextServed;
    private int batchLeft = WORK_BATCH;
    private long asyncRuns;

    /**
     * Creates a hardware queue that is not connected.
     *
     * @param ipiLatencyNs how long a wake-up takes to another CPU, in nanoseconds
     */
    HardwareQueue(long ipiLatencyNs) {
        this.ipiLatencyNs = ipiLatencyNs;
    }

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
        if (delayedFrom >= 0 && !delayedIfStopped) { // mod_delayed_work: the timer is gone
            delayedFrom = -1;
            delayedNs = NEVER;
            arm();
        }
        work(run.fromCpu());
    }

    private void work(int fromCpu) {
        asyncRuns++;
        int cpu = nextCpu(fromCpu);
        KWorker worker = workers.get(cpu);
        send(worker.cpu(), worker.work(hctx()), cpu == fromCpu ? nowNs() : nowNs() + ipiLatencyNs);
    }

    private int nextCpu(int fromCpu) {
        Hctx memory = hctx();
        if (memory.queue().hardwareQueues().size() == 1) {
            return fromCpu;
        }
        if (batchLeft == 0) {
            nextServed = (nextServed + 1) % memory.cpuCount();
            batchLeft = WORK_BATCH;
        }
        batchLeft--;
        return memory.servedCpu(nextServed);
    }

    @Override
    public void onRunDelayed(RunDelayed run) {
        if (run.keepsEarlier() && delayedFrom >= 0) {
            return;
        }
        delayedFrom = run.fromCpu();
        delayedIfStopped = run.ifStopped();
        delayedNs = nowNs() + run.delayNs();
        arm();
    }

    @Override
    public void onSliceEnds(SliceEnds end) {
        sliceFrom = end.fromCpu();
        sliceEndsNs = Math.max(nowNs(), end.atNs());
        arm();
    }

    private void arm() {
        long nextNs = Math.min(delayedNs, sliceEndsNs);
        if (nextNs == NEVER) {
            disarmSelf();
        } else {
            armSelf(nextNs);
        }
    }

    @Override
    public void onTagFreed(TagFreed freed) {
        hctx().endTagWait();
        if (hctx().queueWork()) {
            work(hctx().servedCpu(0));
        }
    }

    @Override
    protected void onSelf() {
        if (delayedNs <= nowNs()) {
            int from = delayedFrom;
            delayedFrom = -1;
            delayedNs = NEVER;
            boolean runs = !delayedIfStopped || hctx().start();
            if (runs && hctx().queueWork()) {
                work(from);
            }
        }
        if (sliceEndsNs <= nowNs()) {
            sliceEndsNs = NEVER;
            hctx().timeSlice().timerExpired();
            if (hctx().queueWork()) {
                work(sliceFrom);
            }
        }
        arm();
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
