package org.mqemu.blkmq.legacy;

import org.jspecify.annotations.Nullable;
import org.mqemu.blkmq.block.Bio;
import org.mqemu.blkmq.block.PlugList;
import org.mqemu.blkmq.block.Request;
import org.mqemu.blkmq.block.TraceAction;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.cpu.Price;
import org.mqemu.blkmq.cpu.PriceList;
import org.mqemu.blkmq.cpu.Step;

/** {@code get_request}, for one thread: takes a request, sleeping for it if need be (event S). */
final class GetRequest {
    private final FlushPlug flushPlug;
    private final PlugList plug;
    private final boolean leavesRunToKblockd;
    private final Price getPrice;
    private final IoContext task = new IoContext();
    private @Nullable RequestQueue queue;
    private @Nullable Bio bio;
    private @Nullable Request request;
    private boolean slept;

    private final Step get = this::get;
    private final Step sleep = this::sleep;
    private final Step unplugged = this::unplugged;
    private final Step awake = this::awake;

    GetRequest(FlushPlug flushPlug, PlugList plug, LegacyRules rules, PriceList prices) {
        this.flushPlug = flushPlug;
        this.plug = plug;
        this.leavesRunToKblockd = rules.leavesRunToKblockd();
        this.getPrice = prices.of("get_request");
    }

    /**
     * Prepares to get a request; the queue_lock is held, and will be held at the end.
     *
     * @param fromQueue the queue
     * @param forBio the bio
     * @return the first step
     */
    Step begin(RequestQueue fromQueue, Bio forBio) {
        queue = fromQueue;
        bio = forBio;
        return get;
    }

    /** Returns the request, once. */
    Request take() {
        Request got = present(request);
        request = null;
        return got;
    }

    private static <T> T present(@Nullable T value) {
        if (value == null) {
            throw new IllegalStateException("no request is being got");
        }
        return value;
    }

    private @Nullable Step get(Context cx) {
        RequestQueue from = present(queue);
        Bio wanting = present(bio);
        if (slept) {
            slept = false;
            from.pool().awake(cx, wanting.isSync());
        }
        request = from.allocate(wanting, task, cx);
        if (request == null) {
            from.pool().await(cx, wanting.isSync(), cx.nowNs());
            from.disk().trace(TraceAction.SLEEP_REQUEST, wanting, cx.cpuNumber(), cx.nowNs(), 0);
            return sleep;
        }
        cx.charge(getPrice);
        queue = null;
        bio = null;
        return cx.ret();
    }

    /** io_schedule: what is plugged goes on its way first. */
    private Step sleep(Context cx) {
        cx.unlock(present(queue).lock());
        return cx.call(flushPlug.begin(plug, leavesRunToKblockd), unplugged);
    }

    private @Nullable Step unplugged(Context cx) {
        return cx.sleep(true, awake);
    }

    private @Nullable Step awake(Context cx) {
        slept = true;
        task.begin(cx.nowNs());
        return cx.lock(present(queue).lock(), get);
    }
}
