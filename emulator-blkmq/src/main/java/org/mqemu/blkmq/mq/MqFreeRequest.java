package org.mqemu.blkmq.mq;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mqemu.blkmq.block.Request;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.cpu.Price;
import org.mqemu.blkmq.cpu.PriceList;
import org.mqemu.blkmq.cpu.Step;
import org.mqemu.blkmq.sync.Lock;

/**
 * {@code blk_mq_free_request} since 4.12, for one context: tells the scheduler, gives the tags back, restarts the
 * hardware queue if it has asked for it, leaves the queue.
 */
final class MqFreeRequest implements FreeRequest {
    private final Price freePrice;
    private final PutTag putTag;
    private final RunRequest runRequest;
    private @Nullable Request request;
    private List<Integer> wakeups = List.of();
    private int woken;
    private boolean dropped;

    private final Step tellScheduler = this::tellScheduler;
    private final Step finish = this::finish;
    private final Step unlockFinished = this::unlockFinished;
    private final Step free = this::free;
    private final Step putSchedTag = this::putSchedTag;
    private final Step restart = this::restart;
    private final Step runWoken = this::runWoken;

    MqFreeRequest(PriceList prices) {
        this.freePrice = prices.of("blk_mq_free_request");
        this.putTag = new PutTag(prices);
        this.runRequest = new RunRequest(null, prices);
    }

    @Override
    public Step begin(Request toFree) {
        request = toFree;
        dropped = false;
        return tellScheduler;
    }

    /**
     * Prepares to give up a request that has no bio: it was got for bios that were merged, or lost its own to its
     * neighbour.
     *
     * @param toDrop the request
     */
    Step beginDropped(Request toDrop) {
        request = toDrop;
        dropped = true;
        return tellScheduler;
    }

    private Request request() {
        Request freed = request;
        if (freed == null) {
            throw new IllegalStateException("no request is being freed");
        }
        return freed;
    }

    private MqQueue queue() {
        return (MqQueue) request().queue();
    }

    private Hctx hctx() {
        return queue().hctx(request().hctx());
    }

    private @Nullable Step tellScheduler(Context cx) {
        ElevatorQueue elevator = queue().elevator();
        if (elevator == null || request().schedTag() < 0) {
            return free(cx);
        }
        Lock lock = elevator.finishLock();
        return lock == null ? finish : cx.lock(lock, finish);
    }

    private Step finish(Context cx) {
        ElevatorQueue elevator = elevator();
        if (!dropped) {
            elevator.completed(request(), cx.nowNs());
        }
        wakeups = elevator.finished(request());
        woken = 0;
        cx.charge(elevator.finishPrice());
        return elevator.finishLock() == null ? free : unlockFinished;
    }

    private Step unlockFinished(Context cx) {
        Lock lock = elevator().finishLock();
        if (lock != null) {
            cx.unlock(lock);
        }
        return free;
    }

    private ElevatorQueue elevator() {
        ElevatorQueue elevator = queue().elevator();
        if (elevator == null) {
            throw new IllegalStateException("the scheduler of " + queue().disk().name() + " has gone");
        }
        return elevator;
    }

    private @Nullable Step free(Context cx) {
        Request freed = request();
        if (!dropped) {
            freed.freed(cx.cpuNumber());
        }
        cx.charge(freePrice);
        int tag = freed.tag();
        if (tag < 0) {
            return putSchedTag;
        }
        if (freed.schedTag() >= 0) {
            freed.tag(-1);
        }
        return cx.call(
                putTag.begin(hctx().tags(), freed.queue().disk().index(), tag),
                freed.schedTag() < 0 ? restart : putSchedTag);
    }

    private @Nullable Step putSchedTag(Context cx) {
        return cx.call(putTag.begin(hctx().schedTags(), 0, request().schedTag()), restart);
    }

    /** blk_mq_sched_restart. */
    private @Nullable Step restart(Context cx) {
        if (!hctx().takeRestart()) {
            return runWoken(cx);
        }
        cx.touch(hctx().counterLine());
        return cx.call(runRequest.begin(hctx(), true), runWoken);
    }

    private @Nullable Step runWoken(Context cx) {
        if (woken == wakeups.size()) {
            wakeups = List.of();
            woken = 0;
            return exit(cx);
        }
        return cx.call(runRequest.begin(queue().hctx(wakeups.get(woken++)), true), runWoken);
    }

    private @Nullable Step exit(Context cx) {
        QueueGate gate = queue().gate();
        request = null;
        gate.leave(cx);
        return cx.ret();
    }
}
