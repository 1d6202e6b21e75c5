package org.mqemu.scsi.lld;

import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.mqemu.api.hardware.CommandStatus;
import org.mqemu.blkmq.block.Request;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.cpu.Price;
import org.mqemu.blkmq.cpu.PriceList;
import org.mqemu.blkmq.cpu.Step;
import org.mqemu.blkmq.driver.CompleteRq;
import org.mqemu.blkmq.driver.MqDriver;
import org.mqemu.blkmq.driver.Poll;
import org.mqemu.blkmq.driver.QueueRq;
import org.mqemu.blkmq.driver.QueueStatus;
import org.mqemu.blkmq.driver.TimeoutRq;
import org.mqemu.blkmq.mq.BlkMq;
import org.mqemu.blkmq.mq.Hctx;
import org.mqemu.blkmq.mq.MqCompleteRequest;
import org.mqemu.blkmq.mq.MqEndRequest;
import org.mqemu.blkmq.mq.MqQueue;
import org.mqemu.blkmq.mq.QueueMap;

/**
 * null_blk in its blk-mq mode (queue_mode=2): a device that does nothing, and so shows what the block layer costs.
 *
 * <p>Requests of hardware queues for polled I/O (poll_queues) wait in a list for who polls, whatever irqmode says, and are
 * done as soon as they are looked for. That list's lock is not emulated, nor that polled requests are freed in batches.
 *
 * <p>Source: drivers/block/null_blk/main.c of 6.1.
 */
public final class NullBlk implements MqDriver {
    /** How a request is answered (module parameter irqmode). */
    public enum IrqMode {
        /** At once, within queue_rq. */
        NONE,
        /** At once, by way of blk_mq_complete_request. */
        SOFTIRQ,
        /** After completion_nsec, by a timer of the CPU that queued it. */
        TIMER
    }

    /** What the device takes (module parameter queue_mode). */
    public enum QueueMode {
        /** Bios ({@link NullBlkBio}). */
        BIO,
        /** Requests of the legacy request queue ({@link NullBlkLegacy}). */
        RQ,
        /** Requests of blk-mq. */
        MQ
    }

    private final BlkMq blkMq;
    private final IrqMode irqMode;
    private final long completionNs;
    private final int loseEvery;
    private final PriceList prices;
    private final Price completePrice;
    private final AtomicLong queued = new AtomicLong();
    /** Requests that are never answered (cmd.fake_timeout). */
    private final Set<Request> lost = ConcurrentHashMap.newKeySet();

    /** One for each context that ends requests by itself. */
    private final Map<Context, MqEndRequest> ends = new ConcurrentHashMap<>();
    /** Requests of hardware queues for polled I/O (poll_list). */
    private final Map<Hctx, Queue<Request>> polled = new ConcurrentHashMap<>();

    /**
     * Creates the driver.
     *
     * @param blkMq the block layer
     * @param irqMode how a request is answered
     * @param completionNs how long a request takes (completion_nsec), in nanoseconds; with {@link IrqMode#TIMER} only
     * @param loseEvery one of so many requests is never answered, and ends with an error when it has timed out; 0: none.
     *     The kernel's parameter timeout draws them by chance
     * @param prices the kernel's price list
     */
    public NullBlk(BlkMq blkMq, IrqMode irqMode, long completionNs, int loseEvery, PriceList prices) {
        this.loseEvery = loseEvery;
        this.blkMq = blkMq;
        this.irqMode = irqMode;
        this.completionNs = completionNs;
        this.prices = prices;
        this.completePrice = prices.of("null_complete_rq");
    }

    @Override
    public QueueRq newQueueRq(Context cx) {
        return new QueueRequest();
    }

    @Override
    public CompleteRq newCompleteRq(Context cx) {
        return new Complete(blkMq.newEndRequest());
    }

    @Override
    public boolean timesOut() {
        return loseEvery > 0;
    }

    @Override
    public @Nullable TimeoutRq newTimeoutRq(Context cx) {
        return loseEvery > 0 ? new Timeout(blkMq.newCompleteRequest(cx)) : null;
    }

    private boolean loses(Request request) {
        return loseEvery > 0 && queued.incrementAndGet() % loseEvery == 0 && lost.add(request);
    }

    private Queue<Request> polledOf(Hctx hctx) {
        return polled.computeIfAbsent(hctx, any -> new ConcurrentLinkedQueue<>());
    }

    /** null_poll. */
    @Override
    public Poll newPoll(Context cx) {
        return (queue, hctx) -> {
            Queue<Request> list = polledOf(((MqQueue) queue).hardwareQueues().get(hctx));
            return polling -> endPolled(polling, list);
        };
    }

    private @Nullable Step endPolled(Context cx, Queue<Request> list) {
        Request request = list.poll();
        return request == null ? cx.ret() : cx.call(end(cx, request), next -> endPolled(next, list));
    }

    private Step end(Context cx, Request request) {
        request.completed(CommandStatus.GOOD, cx.cpuNumber(), cx.nowNs());
        cx.charge(completePrice);
        return ends.computeIfAbsent(cx, any -> blkMq.newEndRequest()).begin(request);
    }

    /** null_queue_rq. */
    private final class QueueRequest implements QueueRq {
        private final Price queuePrice = prices.of("null_queue_rq");
        private final @Nullable Price timerPrice = irqMode == IrqMode.TIMER ? prices.of("hrtimer_interrupt") : null;
        private @Nullable MqCompleteRequest complete;
        private @Nullable Request request;
        private final Step queue = this::queue;
        private final Step answer = this::answer;

        @Override
        public Step begin(Request toQueue) {
            request = toQueue;
            return queue;
        }

        @Override
        public QueueStatus status() {
            return QueueStatus.OK;
        }

        private Step queue(Context cx) {
            cx.charge(queuePrice);
            return answer;
        }

        private @Nullable Step answer(Context cx) {
            Request queued = request;
            if (queued == null) {
                throw new IllegalStateException("no request is being queued");
            }
            request = null;
            if (loses(queued)) {
                return cx.ret();
            }
            Hctx hctx = ((MqQueue) queued.queue()).hardwareQueues().get(queued.hctx());
            if (hctx.type() == QueueMap.Type.POLL) {
                polledOf(hctx).add(queued);
                return cx.ret();
            }
            Price price = timerPrice;
            if (price != null) {
                cx.armTimer(price, expired -> end(expired, queued), cx.nowNs() + completionNs);
                return cx.ret();
            } else if (irqMode == IrqMode.NONE) {
                return end(cx, queued);
            }
            queued.completed(CommandStatus.GOOD, cx.cpuNumber(), cx.nowNs());
            MqCompleteRequest function = complete;
            if (function == null) {
                function = blkMq.newCompleteRequest(cx);
                complete = function;
            }
            return function.begin(queued);
        }
    }

    /** null_timeout_rq. */
    private final class Timeout implements TimeoutRq {
        private final MqCompleteRequest complete;
        private @Nullable Request request;
        private Outcome outcome = Outcome.DONE;
        private final Step ask = this::ask;

        Timeout(MqCompleteRequest complete) {
            this.complete = complete;
        }

        @Override
        public Step begin(Request late) {
            request = late;
            return ask;
        }

        @Override
        public Outcome outcome() {
            return outcome;
        }

        private @Nullable Step ask(Context cx) {
            Request late = request;
            request = null;
            if (late == null || !lost.remove(late)) {
                outcome = Outcome.RESET_TIMER;
                return cx.ret();
            }
            outcome = Outcome.DONE;
            late.completed(CommandStatus.TIMED_OUT, cx.cpuNumber(), cx.nowNs());
            return complete.begin(late);
        }
    }

    /** null_complete_rq. */
    private final class Complete implements CompleteRq {
        private final MqEndRequest endRequest;
        private @Nullable Request request;
        private final Step charge = this::charge;

        Complete(MqEndRequest endRequest) {
            this.endRequest = endRequest;
        }

        @Override
        public Step begin(Request completed) {
            request = completed;
            return charge;
        }

        private Step charge(Context cx) {
            Request completed = request;
            if (completed == null) {
                throw new IllegalStateException("no request is being completed");
            }
            request = null;
            cx.charge(completePrice);
            return endRequest.begin(completed);
        }
    }
}
