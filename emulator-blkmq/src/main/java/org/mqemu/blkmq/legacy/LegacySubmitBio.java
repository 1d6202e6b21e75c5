package org.mqemu.blkmq.legacy;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mqemu.blkmq.block.Bio;
import org.mqemu.blkmq.block.BlockQueue;
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

    private final RequestFn requestFn;
    private final Price getPrice;
    private final Price insertPrice;
    private final List<Request> plug = new ArrayList<>(PLUG_MAX);
    private final List<Request> flushing = new ArrayList<>(PLUG_MAX);
    private @Nullable RequestQueue queue;
    private @Nullable Bio bio;
    private @Nullable Request request;
    private @Nullable RequestQueue flushed;
    private boolean slept;

    private final Step enter = this::enter;
    private final Step lockForRequest = this::lockForRequest;
    private final Step getRequest = this::getRequest;
    private final Step got = this::got;
    private final Step sleepForRequest = this::sleepForRequest;
    private final Step flush = this::flush;
    private final Step insert = this::insert;
    private final Step runQueue = this::runQueue;
    private final Step unlockQueue = this::unlockQueue;

    LegacySubmitBio(RequestFn requestFn, PriceList prices) {
        this.requestFn = requestFn;
        this.getPrice = prices.of("get_request");
        this.insertPrice = prices.of("__elv_add_request");
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

    private Step enter(Context cx) {
        present(queue).disk().queued(present(bio), cx.cpuNumber(), cx.nowNs());
        return lockForRequest;
    }

    private @Nullable Step lockForRequest(Context cx) {
        return cx.lock(present(queue).lock(), getRequest);
    }

    private Step getRequest(Context cx) {
        if (slept) {
            slept = false;
            present(queue).awake(cx);
        }
        request = present(queue).allocate(present(bio), cx.cpuNumber(), cx.nowNs());
        if (request == null) {
            present(queue).await(cx);
        } else {
            cx.charge(getPrice);
        }
        return got;
    }

    private @Nullable Step got(Context cx) {
        cx.unlock(present(queue).lock());
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
        RequestQueue first = (RequestQueue) plug.get(0).queue();
        for (int i = 0; i < plug.size(); i++) {
            if (plug.get(i).queue() == first) {
                flushing.add(plug.get(i));
            }
        }
        plug.removeAll(flushing);
        flushed = first;
        return cx.lock(first.lock(), insert);
    }

    private Step insert(Context cx) {
        for (int i = 0; i < flushing.size(); i++) {
            flushing.get(i).inserted(cx.nowNs());
            present(flushed).insert(flushing.get(i));
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
