package org.mqemu.scsi.lld;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.mqemu.api.hardware.CommandStatus;
import org.mqemu.blkmq.block.Request;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.cpu.Price;
import org.mqemu.blkmq.cpu.PriceList;
import org.mqemu.blkmq.cpu.Step;
import org.mqemu.blkmq.driver.CompleteRq;
import org.mqemu.blkmq.legacy.LegacyBlock;
import org.mqemu.blkmq.legacy.LegacyCompleteRequest;
import org.mqemu.blkmq.legacy.LegacyDriver;
import org.mqemu.blkmq.legacy.LegacyEndRequest;
import org.mqemu.blkmq.legacy.RequestFn;
import org.mqemu.blkmq.legacy.RequestQueue;

/**
 * null_blk in its request mode (queue_mode=1): the legacy request queue over a device that does nothing.
 *
 * <p>Source: drivers/block/null_blk.c of 3.15 to 4.20, null_request_fn; that a queue which found no command is run again
 * by kblockd once one is free is of 4.2 (8b70f45e2eb2), before it could stand still.
 */
public final class NullBlkLegacy implements LegacyDriver {
    private final LegacyBlock block;
    private final NullBlk.IrqMode irqMode;
    private final long completionNs;
    private final PriceList prices;
    private final Map<RequestQueue, NullCommands> commands = new ConcurrentHashMap<>();
    /** Whether a queue has found no command (blk_stop_queue). */
    private final Map<RequestQueue, AtomicBoolean> stopped = new ConcurrentHashMap<>();

    private final Map<Context, End> ends = new ConcurrentHashMap<>();

    /**
     * Creates the driver.
     *
     * @param block the block layer
     * @param irqMode how a request is answered
     * @param completionNs how long it takes (completion_nsec), in nanoseconds; with {@link NullBlk.IrqMode#TIMER} only
     * @param prices the kernel's price list
     */
    public NullBlkLegacy(LegacyBlock block, NullBlk.IrqMode irqMode, long completionNs, PriceList prices) {
        this.block = block;
        this.irqMode = irqMode;
        this.completionNs = completionNs;
        this.prices = prices;
    }

    /**
     * Adds a device.
     *
     * @param queue its queue
     * @param itsCommands its commands
     */
    public void add(RequestQueue queue, NullCommands itsCommands) {
        commands.put(queue, itsCommands);
        stopped.put(queue, new AtomicBoolean());
    }

    private NullCommands commandsOf(RequestQueue queue) {
        return present(commands.get(queue));
    }

    private AtomicBoolean stoppedOf(RequestQueue queue) {
        return present(stopped.get(queue));
    }

    private static <T> T present(@Nullable T value) {
        if (value == null) {
            throw new IllegalStateException("no such queue or request");
        }
        return value;
    }

    @Override
    public RequestFn newRequestFn(Context cx) {
        return new Dispatch();
    }

    @Override
    public CompleteRq newCompleteRq(Context cx) {
        return new End()::begin;
    }

    private Step end(Context cx, Request request) {
        request.completed(CommandStatus.GOOD, cx.cpuNumber(), cx.nowNs());
        return ends.computeIfAbsent(cx, any -> new End()).begin(request);
    }

    /** null_request_fn, for one context. */
    private final class Dispatch implements RequestFn {
        private final Price startPrice = prices.of("blk_start_request");
        private final Price handlePrice = prices.of("null_queue_rq");
        private final @Nullable Price timerPrice =
                irqMode == NullBlk.IrqMode.TIMER ? prices.of("hrtimer_interrupt") : null;
        private final LegacyCompleteRequest complete = block.newCompleteRequest();
        private @Nullable RequestQueue queue;
        private @Nullable Request request;
        private boolean again;

        private final Step peek = this::peek;
        private final Step handle = this::handle;
        private final Step answer = this::answer;
        private final Step relock = this::relock;

        @Override
        public Step begin(RequestQueue toRun) {
            queue = toRun;
            again = false;
            return peek;
        }

        private @Nullable Step peek(Context cx) {
            RequestQueue running = present(queue);
            Request next = running.peek(cx.cpuNumber(), cx.nowNs());
            if (next == null) {
                return over(cx);
            }
            int command = commandsOf(running).take(cx);
            if (command == NullCommands.NONE) {
                return refused(cx, running);
            }
            again = false;
            next.driverIndex(command);
            running.start(next, cx);
            request = next;
            cx.charge(startPrice);
            return handle;
        }

        /** Looks again after it has said that the queue is stopped, for one may have been freed meanwhile. */
        private @Nullable Step refused(Context cx, RequestQueue running) {
            if (again) {
                return over(cx);
            }
            again = true;
            stoppedOf(running).set(true);
            return peek;
        }

        private @Nullable Step over(Context cx) {
            queue = null;
            return cx.ret();
        }

        private Step handle(Context cx) {
            cx.unlock(present(queue).lock());
            cx.charge(handlePrice);
            return answer;
        }

        private @Nullable Step answer(Context cx) {
            Request started = present(request);
            request = null;
            Price price = timerPrice;
            if (price != null) {
                cx.armTimer(price, expired -> end(expired, started), cx.nowNs() + completionNs);
                return relock(cx);
            } else if (irqMode == NullBlk.IrqMode.NONE) {
                return cx.call(end(cx, started), relock);
            }
            started.completed(CommandStatus.GOOD, cx.cpuNumber(), cx.nowNs());
            return cx.call(complete.begin(started), relock);
        }

        private @Nullable Step relock(Context cx) {
            return cx.lock(present(queue).lock(), peek);
        }
    }

    /** end_cmd, for one context: the request, its command, and the queue if it waits for one. */
    private final class End {
        private final LegacyEndRequest endRequest = block.newEndRequest();
        private final Price freePrice = prices.of("null_complete_rq");
        private @Nullable RequestQueue queue;
        private int command;

        private final Step free = this::free;
        private final Step restart = this::restart;
        private final Step run = this::run;
        private final Step unlock = this::unlock;
        private @Nullable Request request;
        private final Step first = this::first;

        Step begin(Request completed) {
            request = completed;
            return first;
        }

        private Step first(Context cx) {
            Request completed = present(request);
            request = null;
            queue = (RequestQueue) completed.queue();
            command = completed.driverIndex();
            return cx.call(endRequest.begin(completed), free);
        }

        private Step free(Context cx) {
            commandsOf(present(queue)).free(cx, command);
            cx.charge(freePrice);
            return restart;
        }

        private @Nullable Step restart(Context cx) {
            RequestQueue ended = present(queue);
            if (stoppedOf(ended).getAndSet(false)) {
                return cx.lock(ended.lock(), run);
            }
            queue = null;
            return cx.ret();
        }

        private Step run(Context cx) {
            present(queue).delay(cx, 0);
            return unlock;
        }

        private @Nullable Step unlock(Context cx) {
            cx.unlock(present(queue).lock());
            queue = null;
            return cx.ret();
        }
    }
}
