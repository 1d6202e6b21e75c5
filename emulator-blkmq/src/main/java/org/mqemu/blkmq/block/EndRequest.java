package org.mqemu.blkmq.block;

import org.jspecify.annotations.Nullable;
import org.mqemu.blkmq.cpu.Context;
import org.mqemu.blkmq.cpu.Price;
import org.mqemu.blkmq.cpu.PriceList;
import org.mqemu.blkmq.cpu.Step;

/**
 * {@code blk_update_request}: ends the bios of a request, one by one.
 *
 * <p>One instance for each context that completes requests; it keeps its place in the request while time passes.
 */
public final class EndRequest {
    private final Price bioEndio;
    private final Step endBio = this::endBio;
    private @Nullable Request request;
    private int place;

    /**
     * Creates the function for one context.
     *
     * @param prices the kernel's price list; must have {@code bio_endio}
     */
    public EndRequest(PriceList prices) {
        bioEndio = prices.of("bio_endio");
    }

    /**
     * Prepares to end a request.
     *
     * @param ended a completed request
     * @return the first step
     */
    public Step begin(Request ended) {
        request = ended;
        place = 0;
        return endBio;
    }

    private @Nullable Step endBio(Context cx) {
        Request ended = current();
        if (place == 0) {
            ended.ending(cx.cpuNumber(), cx.nowNs());
        }
        if (place == ended.bios().size()) {
            request = null;
            return cx.ret();
        }
        Bio bio = ended.bios().get(place++);
        cx.touch(bio.end().line());
        bio.end().ended(cx, bio, ended.blockStatus());
        cx.charge(bioEndio);
        return endBio;
    }

    private Request current() {
        Request ended = request;
        if (ended == null) {
            throw new IllegalStateException("no request is being ended");
        }
        return ended;
    }
}
