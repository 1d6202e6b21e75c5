package org.mqemu.blkmq.legacy;

import org.jspecify.annotations.Nullable;
import org.mqemu.blkmq.block.Bio;
import org.mqemu.blkmq.block.BlockQueue;
import org.mqemu.blkmq.block.PlugList;
import org.mqemu.blkmq.block.Request;
import org.mqemu.blkmq.block.SubmitBio;
import org.mqemu.blkmq.block.TraceAction;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.cpu.Price;
import org.mqemu.blkmq.cpu.PriceList;
import org.mqemu.blkmq.cpu.Step;

/**
 * {@code blk_queue_bio} and the plug of the legacy stack, for one thread.
 *
 * <p>Merging into the plug without a lock; under the queue_lock merging into the elevator, or a request, sleeping if
 * none is free; then the plug. A bio finds the plug full if 16 requests of its own queue are in it: it is flushed first
 * then. What asks for durability is merged with nothing.
 */
final class LegacySubmitBio implements SubmitBio {
    private static final int PLUG_MAX = 16; // BLK_MAX_REQUEST_COUNT

    private final PlugList plug = new PlugList();
    private final FlushPlug flushPlug;
    private final GetRequest getRequest;
    private final boolean countsPlugWithoutMerging;
    private final Price plugMergePrice;
    private final Price elvMergePrice;
    private @Nullable RequestQueue queue;
    private @Nullable Bio bio;
    private @Nullable Request request;

    private final Step enter = this::enter;
    private final Step lock = this::lock;
    private final Step mergeOrGet = this::mergeOrGet;
    private final Step merged = this::merged;
    private final Step got = this::got;
    private final Step plugIn = this::plugIn;
    private final Step finishPlug = this::flush;

    LegacySubmitBio(RunQueue runQueue, LegacyRules rules, PriceList prices) {
        this.flushPlug = new FlushPlug(runQueue, prices);
        this.getRequest = new GetRequest(flushPlug, plug, rules, prices);
        this.countsPlugWithoutMerging = rules.countsPlugWithoutMerging();
        this.plugMergePrice = prices.of("blk_attempt_plug_merge");
        this.elvMergePrice = prices.of("elv_merge");
    }

    @Override
    public Step submit(BlockQueue toQueue, Bio toSubmit) {
        queue = (RequestQueue) toQueue;
        bio = toSubmit;
        return enter;
    }

    @Override
    public Step finishPlug() {
        return finishPlug;
    }

    private Step flush(Context cx) {
        return flushPlug.begin(plug, false);
    }

    private static <T> T present(@Nullable T value) {
        if (value == null) {
            throw new IllegalStateException("no bio is being submitted");
        }
        return value;
    }

    private boolean mayMerge() {
        return present(queue).limits().merges() && !present(bio).isFlush();
    }

    private @Nullable Step enter(Context cx) {
        RequestQueue to = present(queue);
        to.disk().queued(present(bio), cx.cpuNumber(), cx.nowNs());
        if (!plug.isEmpty() && mayMerge()) {
            cx.charge(plugMergePrice);
            if (plug.merge(to, present(bio), cx.cpuNumber(), cx.nowNs())) {
                return over(cx);
            }
            return lock;
        }
        return lock(cx);
    }

    private @Nullable Step lock(Context cx) {
        return cx.lock(present(queue).lock(), mergeOrGet);
    }

    private Step mergeOrGet(Context cx) {
        RequestQueue to = present(queue);
        if (mayMerge()) {
            cx.charge(elvMergePrice);
            if (to.merge(present(bio), cx)) {
                return merged;
            }
        }
        return cx.call(getRequest.begin(to, present(bio)), got);
    }

    private @Nullable Step merged(Context cx) {
        cx.unlock(present(queue).lock());
        return over(cx);
    }

    private @Nullable Step got(Context cx) {
        RequestQueue of = present(queue);
        cx.unlock(of.lock());
        request = getRequest.take();
        if (plugged(of, present(bio)) >= PLUG_MAX) {
            return cx.call(flushPlug.begin(plug, false), plugIn);
        }
        return plugIn(cx);
    }

    /** Returns how many requests of a bio's queue it was tried on in the plug, or would have been. */
    private int plugged(RequestQueue of, Bio submitted) {
        boolean counts = of.limits().merges() || countsPlugWithoutMerging;
        return counts && !submitted.isFlush() ? plug.count(of) : 0;
    }

    private @Nullable Step plugIn(Context cx) {
        RequestQueue of = present(queue);
        Bio submitted = present(bio);
        if (plugged(of, submitted) == 0) {
            of.disk().tracePlug(TraceAction.PLUG, submitted.issuer(), cx.cpuNumber(), cx.nowNs(), 0);
        }
        plug.add(present(request));
        request = null;
        return over(cx);
    }

    private @Nullable Step over(Context cx) {
        queue = null;
        bio = null;
        return cx.ret();
    }
}
