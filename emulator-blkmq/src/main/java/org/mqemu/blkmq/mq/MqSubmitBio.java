package org.mqemu.blkmq.mq;

import java.util.ArrayList;
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
import org.mqemu.blkmq.tag.SharedTags;
import org.mqemu.blkmq.tag.TagMap;
import org.mqemu.blkmq.tag.TagPort;
import org.mqemu.blkmq.tag.TagSleep;

/**
 * {@code blk_mq_make_request} and the plug as 3.16 has them, for one thread.
 *
 * <p>A tag first, by sleeping if need be (what is plugged goes on its way before, as io_schedule sees to it), then the
 * request, then the plug; a full plug, or its end, moves the requests to the CPU's software queue and runs the hardware
 * queue on the spot.
 */
final class MqSubmitBio implements SubmitBio {
    private static final int PLUG_MAX = 16; // BLK_MAX_REQUEST_COUNT

    private final RunHwQueue runHwQueue;
    private final Price allocPrice;
    private final Price insertPrice;
    private final Price plugMergePrice;
    private final PlugList plug = new PlugList();
    private final List<Request> flushing = new ArrayList<>(PLUG_MAX);
    private @Nullable MqQueue queue;
    private @Nullable Bio bio;
    private @Nullable Request request;
    private @Nullable TagSleep tagSleep;
    private @Nullable MqQueue flushed;
    private int flushedCpu;

    private final Step enter = this::enter;
    private final Step getTag = this::getTag;
    private final Step countActive = this::countActive;
    private final Step countQueued = this::countQueued;
    private final Step waitForTag = this::waitForTag;
    private final Step awake = this::awake;
    private final Step flush = this::flush;
    private final Step insert = this::insert;
    private final Step markPending = this::markPending;
    private final Step unlockSoftware = this::unlockSoftware;
    private final Step ret = Context::ret;

    MqSubmitBio(RunHwQueue runHwQueue, PriceList prices) {
        this.runHwQueue = runHwQueue;
        this.allocPrice = prices.of("__blk_mq_alloc_request");
        this.insertPrice = prices.of("__blk_mq_insert_request");
        this.plugMergePrice = prices.of("blk_attempt_plug_merge");
    }

    @Override
    public Step submit(BlockQueue toQueue, Bio toSubmit) {
        queue = (MqQueue) toQueue;
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

    private SharedTags tags() {
        return present(queue).tagSet().tags();
    }

    private int user() {
        return present(queue).disk().index();
    }

    private @Nullable Step enter(Context cx) {
        MqQueue to = present(queue);
        to.disk().queued(present(bio), cx.cpuNumber(), cx.nowNs());
        if (to.limits().merges() && !plug.isEmpty()) {
            cx.charge(plugMergePrice);
            if (plug.merge(to, present(bio))) {
                bio = null;
                return cx.ret();
            }
            return getTag;
        }
        return getTag(cx);
    }

    private Step getTag(Context cx) {
        if (!tags().withinShare(user())) {
            return noTag(cx);
        }
        int tag = tags().map().take(cx);
        if (tag == TagMap.NONE) {
            // under real time another CPU may have taken the last tag of the word: look again, as __bt_get does
            return tags().map().available(cx.cpuNumber()) ? getTag : noTag(cx);
        }
        tags().took(user());
        Request got = present(queue).request(tag);
        got.init(present(bio), cx.cpuNumber(), cx.nowNs());
        cx.charge(allocPrice);
        request = got;
        return tags().shared() ? countActive : countQueued;
    }

    private Step countActive(Context cx) {
        cx.touch(tags().activeLine(user()));
        return countQueued;
    }

    private @Nullable Step countQueued(Context cx) {
        cx.touch(present(queue).hctxOf(cx.cpuNumber()).counterLine());
        plug.add(present(request));
        request = null;
        bio = null;
        return plug.size() >= PLUG_MAX ? flush : cx.ret();
    }

    private Step noTag(Context cx) {
        return cx.call(flush, waitForTag);
    }

    private @Nullable Step waitForTag(Context cx) {
        TagSleep current = new TagSleep();
        tagSleep = current;
        tags().sleeps();
        cx.send(present(queue).tagSet().port(), new TagPort.Wait(user(), cx, current), cx.nowNs());
        return cx.sleep(true, awake);
    }

    private Step awake(Context cx) {
        tags().awake(present(tagSleep));
        tagSleep = null;
        return getTag;
    }

    // ---- blk_mq_flush_plug_list, blk_mq_insert_requests ----

    private @Nullable Step flush(Context cx) {
        if (plug.isEmpty()) {
            return cx.ret();
        }
        MqQueue first = (MqQueue) plug.takeOneQueue(flushing);
        flushed = first;
        flushedCpu = flushing.get(0).cpu();
        return cx.lock(first.softwareQueue(flushedCpu).lock(), insert);
    }

    private Step insert(Context cx) {
        SoftwareQueue software = present(flushed).softwareQueue(flushedCpu);
        for (int i = 0; i < flushing.size(); i++) {
            flushing.get(i).inserted(cx.nowNs());
            software.requests().add(flushing.get(i));
        }
        cx.charge(insertPrice, flushing.size());
        flushing.clear();
        return markPending;
    }

    private Step markPending(Context cx) {
        Hctx hctx = present(flushed).hctxOf(flushedCpu);
        if (!hctx.isPending(flushedCpu)) {
            hctx.markPending(flushedCpu);
            cx.touch(hctx.mapLine());
        }
        return unlockSoftware;
    }

    private Step unlockSoftware(Context cx) {
        cx.unlock(present(flushed).softwareQueue(flushedCpu).lock());
        Hctx hctx = present(flushed).hctxOf(flushedCpu);
        flushed = null;
        return cx.call(runHwQueue.begin(hctx), plug.isEmpty() ? ret : flush);
    }
}
