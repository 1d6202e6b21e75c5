package org.mqemu.blkmq.mq;

import java.util.ArrayDeque;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;
import org.mqemu.blkmq.block.Request;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.cpu.Price;
import org.mqemu.blkmq.cpu.PriceList;
import org.mqemu.blkmq.cpu.Step;
import org.mqemu.blkmq.driver.QueueRq;
import org.mqemu.blkmq.driver.QueueStatus;

/**
 * {@code __blk_mq_run_hw_queue} as 3.16 has it: gathers all software queues that are marked, puts what is left on the
 * dispatch list in front, and hands the requests to the driver one by one; what the driver has no room for goes (back)
 * to the dispatch list.
 *
 * <p>With a {@link TimeSlice} it gathers the one software queue whose slice it is, and sees to it that a timer runs the
 * queue again while others wait.
 *
 * <p>Source: block/blk-mq.c of 3.16. One deviation: if somebody started the queue again while the rest was on its way
 * to the dispatch list, the run begins anew, as later kernels' restart check does; 3.16 could stall there.
 */
final class EarlyRunHwQueue implements RunHwQueue {
    private final QueueRq queueRq;
    private final MqEndRequest endRequest;
    private final Price runPrice;
    private final Price dispatchPrice;
    private final ArrayDeque<Request> list = new ArrayDeque<>();
    private @Nullable Hctx hctx;
    private @Nullable MqQueue queue;
    private int gathering = -1;
    private boolean sliced;

    private final Step count = this::count;
    private final Step gather = this::gather;
    private final Step clearPending = this::clearPending;
    private final Step lockSoftware = this::lockSoftware;
    private final Step takeSoftware = this::takeSoftware;
    private final Step unlockSoftware = this::unlockSoftware;
    private final Step lockHardware = this::lockHardware;
    private final Step takeDispatch = this::takeDispatch;
    private final Step unlockHardware = this::unlockHardware;
    private final Step dispatch = this::dispatch;
    private final Step answered = this::answered;
    private final Step lockForRest = this::lockForRest;
    private final Step putRest = this::putRest;
    private final Step unlockAfterRest = this::unlockAfterRest;

    EarlyRunHwQueue(QueueRq queueRq, MqEndRequest endRequest, PriceList prices) {
        this.endRequest = endRequest;
        this.queueRq = queueRq;
        this.runPrice = prices.of("__blk_mq_run_hw_queue");
        this.dispatchPrice = prices.of("blk_mq_start_request");
    }

    @Override
    public Step begin(Hctx toRun) {
        hctx = toRun;
        queue = toRun.queue();
        return count;
    }

    private Hctx hctx() {
        Hctx running = hctx;
        if (running == null) {
            throw new IllegalStateException("no hardware queue is being run");
        }
        return running;
    }

    private MqQueue queue() {
        MqQueue running = queue;
        if (running == null) {
            throw new IllegalStateException("no hardware queue is being run");
        }
        return running;
    }

    private @Nullable Step count(Context cx) {
        if (hctx().isStopped()) {
            return over(cx);
        }
        cx.touch(hctx().counterLine());
        cx.charge(runPrice);
        gathering = -1;
        sliced = hctx().timeSlice().isOn();
        return gather;
    }

    private @Nullable Step gather(Context cx) {
        if (sliced) {
            return gatherOwner(cx);
        }
        gathering = hctx().nextPending(gathering + 1); // one pass, as blk_mq_flush_busy_ctxs makes
        return gathering >= 0 ? clearPending : gathered();
    }

    private Step gatherOwner(Context cx) {
        if (gathering >= 0) {
            return gathered();
        }
        gathering = hctx().timeSlice().choose(hctx(), cx.nowNs());
        long timerNs = hctx().timeSlice().timer(hctx());
        if (timerNs != TimeSlice.NO_TIMER) {
            cx.send(hctx().port(), new HctxPort.SliceEnds(cx.cpuNumber(), timerNs), cx.nowNs());
        }
        return gathering == TimeSlice.NOBODY ? gathered() : clearPending;
    }

    private Step gathered() {
        return hctx().hasDispatch() ? lockHardware : dispatch;
    }

    private Step clearPending(Context cx) {
        hctx().clearPending(gathering);
        cx.touch(hctx().mapLine());
        return lockSoftware;
    }

    private @Nullable Step lockSoftware(Context cx) {
        return cx.lock(queue().softwareQueue(gathering).lock(), takeSoftware);
    }

    private Step takeSoftware(Context cx) {
        ArrayDeque<Request> waiting = queue().softwareQueue(gathering).requests(QueueMap.Type.DEFAULT);
        list.addAll(waiting);
        waiting.clear();
        return unlockSoftware;
    }

    private Step unlockSoftware(Context cx) {
        cx.unlock(queue().softwareQueue(gathering).lock());
        return gather;
    }

    private @Nullable Step lockHardware(Context cx) {
        return cx.lock(hctx().lock(), takeDispatch);
    }

    private Step takeDispatch(Context cx) {
        Iterator<Request> last = hctx().dispatch().descendingIterator();
        while (last.hasNext()) {
            list.addFirst(last.next());
        }
        hctx().dispatch().clear();
        hctx().publishDispatch();
        return unlockHardware;
    }

    private Step unlockHardware(Context cx) {
        cx.unlock(hctx().lock());
        return dispatch;
    }

    private @Nullable Step dispatch(Context cx) {
        Request request = list.peek();
        if (request == null) {
            return over(cx);
        }
        request.started(cx.cpuNumber(), cx.nowNs());
        queue().started(cx);
        cx.charge(dispatchPrice);
        return cx.call(queueRq.begin(request), answered);
    }

    private @Nullable Step answered(Context cx) {
        if (queueRq.status() == QueueStatus.OK) {
            list.remove();
            return dispatch(cx);
        }
        if (queueRq.status() == QueueStatus.FAILED) {
            return cx.call(endRequest.begin(list.remove()), dispatch);
        }
        list.element().requeued(cx.cpuNumber(), cx.nowNs());
        return lockForRest;
    }

    private @Nullable Step lockForRest(Context cx) {
        return cx.lock(hctx().lock(), putRest);
    }

    private Step putRest(Context cx) {
        Iterator<Request> last = list.descendingIterator();
        while (last.hasNext()) {
            hctx().dispatch().addFirst(last.next());
        }
        list.clear();
        hctx().publishDispatch();
        return unlockAfterRest;
    }

    private @Nullable Step unlockAfterRest(Context cx) {
        cx.unlock(hctx().lock());
        return hctx().isStopped() ? over(cx) : count;
    }

    private @Nullable Step over(Context cx) {
        hctx = null;
        queue = null;
        return cx.ret();
    }
}
