package org.mqemu.blkmq.legacy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mqemu.blkmq.block.Bio;
import org.mqemu.blkmq.block.BlockQueue;
import org.mqemu.blkmq.block.PlugList;
import org.mqemu.blkmq.block.Request;
import org.mqemu.blkmq.block.SubmitBio;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.cpu.Price;
import org.mqemu.blkmq.cpu.PriceList;
import org.mqemu.blkmq.cpu.Step;

/**
 * {@code blk_queue_bio} and the plug of the legacy stack, for one thread.
 *
 * <p>A request under the queue_lock, sleeping if nr_requests are in use; then the plug; a full plug, or its end, adds
 * the requests to the elevator and runs the queue, all under the queue_lock again.
 */
final class LegacySubmitBio implements SubmitBio {
    private static final int PLUG_MAX = 16; // BLK_MAX_REQUEST_COUNT
    /** plug_rq_cmp: the plug is sorted before it is flushed. */
    private static final Comparator<Request> BY_SECTOR = Comparator.comparingLong(Request::sector);

    private final RequestFn requestFn;
    private final Price getPrice;
    private final Price insertPrice;
    private final Price plugMergePrice;
    private final Price elvMergePrice;
    private final PlugList plug = new PlugList();
    private final List<Request> flushing = new ArrayList<>(PLUG_MAX);
    private @Nullable RequestQueue queue;
    private @Nullable Bio bio;
    private @Nullable Request request;
    private @Nullable RequestQueue flushed;
    private boolean slept;

    private final Step enter = this::enter;
    private final Step lockForRequest = this::lockForRequest;
    private final Step mergeOrGet = this::mergeOrGet;
    private final Step leave = this::leave;
    private final Step sleepForRequest = this::sleepForRequest;
    private final Step flush = this::flush;
    private final Step insert = this::insert;
    private final Step runQueue = this::runQueue;
    private final Step unlockQueue = this::unlockQueue;

    LegacySubmitBio(RequestFn requestFn, PriceList prices) {
        this.requestFn = requestFn;
        this.getPrice = prices.of("get_request");
        this.insertPrice = prices.of("__elv_add_request");
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
        return flush;
    }

    private static <T> T present(@Nullable T value) {
        if (value == null) {
            throw new IllegalStateException("no bio is being submitted");
        }
        return value;
    }

    private @Nullable Step enter(Context cx) {
        RequestQueue to = present(queue);
        to.disk().queued(present(bio), cx.cpuNumber(), cx.nowNs());
        if (to.limits().merges() && !plug.isEmpty()) {
            cx.charge(plugMergePrice);
            if (plug.merge(to, present(bio), cx.cpuNumber(), cx.nowNs())) {
                bio = null;
                return cx.ret();
            }
        }
        return lockForRequest;
    }

    private @Nullable Step lockForRequest(Context cx) {
        return cx.lock(present(queue).lock(), mergeOrGet);
    }

    private Step mergeOrGet(Context cx) {
        RequestQueue to = present(queue);
        boolean woken = slept;
        if (woken) {
            slept = false;
            to.awake(cx);
        }
        if (to.limits().merges() && !woken) { // get_request goes on where it slept
            cx.charge(elvMergePrice);
            if (to.merge(present(bio), cx.cpuNumber(), cx.nowNs())) {
                bio = null;
                return leave;
            }
        }
        request = to.allocate(present(bio), cx.cpuNumber(), cx.nowNs());
        if (request == null) {
            to.await(cx);
        } else {
            cx.charge(getPrice);
        }
        return leave;
    }

    private @Nullable Step leave(Context cx) {
        cx.unlock(present(queue).lock());
        if (bio == null) {
            return cx.ret(); // merged
        }
        if (request == null) {
            return cx.call(flush, sleepForRequest); // io_schedule flushes the plug
        }
        plug.add(request);
        request = null;
        bio = null;
        return plug.size() >= PLUG_MAX ? flush : cx.ret();
    }

    private @Nullable Step sleepForRequest(Context cx) {
        slept = true;
        return cx.sleep(true, lockForRequest);
    }

    // ---- blk_flush_plug_list ----

    private @Nullable Step flush(Context cx) {
        if (plug.isEmpty()) {
            return cx.ret();
        }
        RequestQueue first = (RequestQueue) plug.takeOneQueue(flushing);
        flushing.sort(BY_SECTOR);
        flushed = first;
        return cx.lock(first.lock(), insert);
    }

    private Step insert(Context cx) {
        for (int i = 0; i < flushing.size(); i++) {
            flushing.get(i).inserted(cx.cpuNumber(), cx.nowNs());
            Context sleeper = present(flushed).insert(flushing.get(i), cx.nowNs());
            if (sleeper != null) {
                cx.wake(sleeper);
            }
        }
        cx.charge(insertPrice, flushing.size());
        flushing.clear();
        return runQueue;
    }

    private Step runQueue(Context cx) {
        return cx.call(requestFn.begin(present(flushed)), unlockQueue);
    }

    private Step unlockQueue(Context cx) {
        cx.unlock(present(flushed).lock());
        flushed = null;
        return flush;
    }
}
