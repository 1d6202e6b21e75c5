package org.mqemu.blkmq.mq;

import org.mqemu.blkmq.block.Request;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.tag.SharedTags;
import org.mqemu.blkmq.tag.TagMap;

/**
 * The driver tag of a request that has a scheduler tag (blk_mq_get_driver_tag, blk_mq_put_driver_tag): got when it is
 * dispatched. Without a scheduler the request has had it from the start.
 */
final class DriverTag {
    private DriverTag() {}

    /** Gets a driver tag if the request has none; touches what must be touched for it, before anything is charged. */
    static boolean get(Context cx, Hctx hctx, Request request) {
        if (request.tag() >= 0) {
            return true;
        }
        SharedTags tags = hctx.tags().tags();
        int user = request.queue().disk().index();
        if (!tags.withinShare(user)) {
            return false;
        }
        int tag = tags.map().take(cx);
        if (tag == TagMap.NONE) {
            return false;
        }
        tags.took(user);
        if (tags.shared()) {
            cx.touchNext(tags.activeLine(user));
        }
        request.tag(tag);
        return true;
    }
}
