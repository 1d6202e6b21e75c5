package org.mqemu.blkmq.mq;

import org.jspecify.annotations.Nullable;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.cpu.Price;
import org.mqemu.blkmq.cpu.PriceList;
import org.mqemu.blkmq.cpu.Step;
import org.mqemu.blkmq.tag.SharedTags;
import org.mqemu.blkmq.tag.TagPort;
import org.mqemu.blkmq.tag.TagSet;

/** {@code blk_mq_put_tag}, for one context: frees a tag and wakes sleepers batch by batch. */
final class PutTag {
    private final Price wakePrice;
    private @Nullable TagSet tagSet;
    private int user;
    private int tag;
    private final Step free = this::free;
    private final Step wakeUps = this::wakeUps;

    PutTag(PriceList prices) {
        wakePrice = prices.of("try_to_wake_up");
    }

    /**
     * Prepares to free a tag.
     *
     * @param of the tag set
     * @param byUser the device that held it
     * @param toFree the tag
     */
    Step begin(TagSet of, int byUser, int toFree) {
        tagSet = of;
        user = byUser;
        tag = toFree;
        return free;
    }

    private TagSet tagSet() {
        TagSet current = tagSet;
        if (current == null) {
            throw new IllegalStateException("no tag is being freed");
        }
        return current;
    }

    private @Nullable Step free(Context cx) {
        SharedTags tags = tagSet().tags();
        tags.free(cx, user, tag);
        if (tags.shared()) {
            cx.touchNext(tags.activeLine(user));
        }
        return tags.sleepers() == 0 ? over(cx) : wakeUps;
    }

    private @Nullable Step wakeUps(Context cx) {
        SharedTags tags = tagSet().tags();
        cx.touchNext(tags.wakeLine());
        if (tags.batchFull()) {
            cx.send(tagSet().port(), new TagPort.Freed(), cx.nowNs());
            cx.charge(wakePrice);
        }
        return over(cx);
    }

    private @Nullable Step over(Context cx) {
        tagSet = null;
        return cx.ret();
    }
}
