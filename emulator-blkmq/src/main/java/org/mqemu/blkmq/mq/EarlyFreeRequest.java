package org.mqemu.blkmq.mq;

import org.jspecify.annotations.Nullable;
import org.mqemu.blkmq.block.Request;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.cpu.Price;
import org.mqemu.blkmq.cpu.PriceList;
import org.mqemu.blkmq.cpu.Step;
import org.mqemu.blkmq.tag.SharedTags;
import org.mqemu.blkmq.tag.TagPort;

/** {@code blk_mq_free_request}: gives the tag back and wakes sleepers batch by batch, for one context. */
final class EarlyFreeRequest implements FreeRequest {
    private final Price freePrice;
    private final Price wakePrice;
    private @Nullable Request request;
    private boolean wakesAll;
    private boolean unused;

    private final Step free = this::free;
    private final Step countActive = this::countActive;
    private final Step wakeUps = this::wakeUps;

    EarlyFreeRequest(PriceList prices) {
        freePrice = prices.of("blk_mq_free_request");
        wakePrice = prices.of("try_to_wake_up");
    }

    @Override
    public Step begin(Request toFree) {
        request = toFree;
        return free;
    }

    /**
     * Prepares to free a request whose bio went into another one.
     *
     * @param toDrop a request that was got but not queued
     */
    Step beginUnused(Request toDrop) {
        unused = true;
        return begin(toDrop);
    }

    private Request request() {
        Request freed = request;
        if (freed == null) {
            throw new IllegalStateException("no request is being freed");
        }
        return freed;
    }

    private Hctx hctx() {
        return ((MqQueue) request().queue()).hctx(request().hctx());
    }

    private SharedTags tags() {
        return hctx().tags().tags();
    }

    private @Nullable Step free(Context cx) {
        Request freed = request();
        hctx().timeSlice().freed(freed.cpu(), cx.nowNs());
        if (unused) {
            freed.dropped(cx.nowNs());
        } else {
            freed.freed(cx.cpuNumber());
        }
        unused = false;
        wakesAll = tags().free(cx, freed.queue().disk().index(), freed.tag());
        cx.charge(freePrice);
        if (tags().shared()) {
            return countActive;
        }
        return tags().sleepers() == 0 ? over(cx) : wakeUps;
    }

    private @Nullable Step countActive(Context cx) {
        cx.touch(tags().activeLine(request().queue().disk().index()));
        return tags().sleepers() == 0 ? over(cx) : wakeUps;
    }

    private @Nullable Step wakeUps(Context cx) {
        cx.touch(tags().wakeLine());
        if (tags().map().wakesByBatch() ? tags().batchFull() : wakesAll) {
            cx.send(hctx().tags().port(), new TagPort.Freed(), cx.nowNs());
            cx.charge(wakePrice);
        }
        return over(cx);
    }

    private @Nullable Step over(Context cx) {
        request = null;
        return cx.ret();
    }
}
